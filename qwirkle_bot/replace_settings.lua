-- Put a person's settings in the place of those that the caller read.
--
-- KEYS[1]  the settings, a string
-- ARGV[1]  those that were read, or "" for none     ARGV[2]  the new ones
--
-- Returns 1, also when the new ones were there already; 0 when others are there.
local settings = redis.call("GET", KEYS[1]) or ""
if settings == ARGV[2] then
    return 1
end
if settings ~= ARGV[1] then
    return 0
end
redis.call("SET", KEYS[1], ARGV[2])
return 1

-- Put a text in the place of the one that the caller read: a person's settings, or a note.
--
-- KEYS[1]  the text, a string
-- ARGV[1]  the one that was read, or "" for none     ARGV[2]  the new one
--
-- Returns 1, also when the new one was there already; 0 when another is there.
local there = redis.call("GET", KEYS[1]) or ""
if there == ARGV[2] then
    return 1
end
if there ~= ARGV[1] then
    return 0
end
redis.call("SET", KEYS[1], ARGV[2])
return 1

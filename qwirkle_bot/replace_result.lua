-- Put another text in the place of a result's.
--
-- KEYS[1]  a server's results, a hash
-- ARGV[1]  the game's id     ARGV[2]  the text that was read     ARGV[3]  the new text
--
-- Returns 1, also when the new text was there already; 0 when another text is there, or none.
local text = redis.call("HGET", KEYS[1], ARGV[1])
if text == ARGV[3] then
    return 1
end
if text ~= ARGV[2] then
    return 0
end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
return 1

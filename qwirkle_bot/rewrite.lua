-- Put another text in the place of a finished game's, at the same revision.
--
-- KEYS[1]  the channel's game, a hash     KEYS[2]  where it goes when another game replaces it
-- ARGV[1]  the text that was read         ARGV[2]  the new text
--
-- Only for a game that nobody changes any more. Returns 1, also when the new text was there
-- already; 0 when neither place holds either text.
for _, key in ipairs(KEYS) do
    local game = redis.call("HGET", key, "game")
    if game == ARGV[2] then
        return 1
    end
    if game == ARGV[1] then
        redis.call("HSET", key, "game", ARGV[2])
        return 1
    end
end
return 0

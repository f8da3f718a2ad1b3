-- Keep the result of a game that ended before results were kept.
--
-- KEYS[1]  the channel's game, a hash     KEYS[2]  where it goes when another game replaces it
-- KEYS[3]  the server's results, a hash
-- ARGV[1]  the game's text that was read  ARGV[2]  the game's id     ARGV[3]  its result
--
-- Only where the game still reads so: somebody in it may have been deleted meanwhile. Returns 1, also
-- when there is a result already, which stays; 0 when the game reads otherwise or is gone.
for place = 1, 2 do
    if redis.call("HGET", KEYS[place], "game") == ARGV[1] then
        redis.call("HSETNX", KEYS[3], ARGV[2], ARGV[3])
        return 1
    end
end
return 0

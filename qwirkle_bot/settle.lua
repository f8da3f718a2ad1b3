-- End a lease: set the game's next wake-up, unless it was set or claimed anew meanwhile.
--
-- KEYS[1]  the bucket's wake-ups, a sorted set: channel id scored by Unix milliseconds
-- ARGV[1]  the score of the lease     ARGV[2]  the channel's id
-- ARGV[3]  its wake-up, or "" for none
--
-- Returns 1, or 0 when the score is no longer this lease's.
local score = redis.call("ZSCORE", KEYS[1], ARGV[2])
if not score or tonumber(score) ~= tonumber(ARGV[1]) then
    return 0
end
if ARGV[3] == "" then
    redis.call("ZREM", KEYS[1], ARGV[2])
else
    redis.call("ZADD", KEYS[1], ARGV[3], ARGV[2])
end
return 1

-- Claim what is due in one bucket: whoever moves the score on has it until then.
--
-- KEYS[1]  the bucket's wake-ups, a sorted set: channel id scored by Unix milliseconds
-- ARGV[1]  now, in Unix milliseconds     ARGV[2]  the score of the lease
-- ARGV[3]  how many to claim at most
--
-- Returns the channel ids claimed, the longest due first.
local due = redis.call("ZRANGEBYSCORE", KEYS[1], "-inf", ARGV[1], "LIMIT", 0, ARGV[3])
for _, channel in ipairs(due) do
    redis.call("ZADD", KEYS[1], ARGV[2], channel)
end
return due

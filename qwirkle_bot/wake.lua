-- Let every game of a bucket be due now, but for those that are leased.
--
-- KEYS[1]  the bucket's wake-ups, a sorted set: channel id scored by Unix milliseconds
-- ARGV[1]  now, in Unix milliseconds
--
-- Returns how many were waiting.
local waiting = redis.call("ZRANGEBYSCORE", KEYS[1], "(" .. ARGV[1], "+inf", "WITHSCORES")
for place = 1, #waiting, 2 do
    if tonumber(waiting[place + 1]) % 1 == 0 then -- A lease ends at half a millisecond.
        redis.call("ZADD", KEYS[1], ARGV[1], waiting[place])
    end
end
return #waiting / 2

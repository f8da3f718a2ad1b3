-- Note what a channel has been shown, and when to wake for its game again.
--
-- KEYS[1]  the game, a hash
-- KEYS[2]  the bucket's wake-ups, a sorted set: channel id scored by Unix milliseconds
-- ARGV[1]  the revision that was shown     ARGV[2]  what is noted about it
-- ARGV[3]  the channel's id                ARGV[4]  its wake-up, or "" for none
--
-- Returns 1 when the note was written. Returns 0 when the game is gone, was rolled back to before
-- that revision, or is the channel's next one, and when a later revision was noted already.
local game = redis.call("HMGET", KEYS[1], "revision", "first_revision", "told_revision")
local shown = tonumber(ARGV[1])
if not game[1] or tonumber(game[1]) < shown or shown < tonumber(game[2]) then
    return 0
end
if game[3] and tonumber(game[3]) > shown then
    return 0
end

redis.call("HSET", KEYS[1], "told", ARGV[2], "told_revision", ARGV[1])
if game[1] == ARGV[1] then
    if ARGV[4] == "" then
        redis.call("ZREM", KEYS[2], ARGV[3])
    else
        redis.call("ZADD", KEYS[2], ARGV[4], ARGV[3])
    end
end
return 1

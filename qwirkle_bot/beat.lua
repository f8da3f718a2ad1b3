-- Note that a process of the bot is alive, and when none was.
--
-- KEYS[1]  lives, a hash: "<shard>/<shards> <life>" -> "<since> <last beat> <state>"
-- KEYS[2]  outages, a sorted set: "<server id, shard, or 0 for all>:<from>:<until>" scored by the end
-- KEYS[3]  servers that are unavailable, a hash: server id -> since when
-- ARGV[1]  now, in Unix milliseconds     ARGV[2]  how far apart two beats of a life may be
-- ARGV[3]  how long an outage is kept, in milliseconds
-- ARGV[4]  the life: a name of this process until it ends
-- ARGV[5]  "starting", "up" or "stopped"     ARGV[6...]  the shards that it serves, "<shard>/<shards>"
--
-- A life that begins is "new" until it is known how those before it ended: one that has not stopped
-- may still go on until it has missed its beat. Then the time between is an outage, or was none.
--
-- Returns {the outages, the hash of what is unavailable as a list, 1 if no life given is "new"}.
-- Sent twice, the second changes nothing.
local now, longest, me, state = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[4], ARGV[5]
local lives = {}
local stored = redis.call("HGETALL", KEYS[1])
for n = 1, #stored, 2 do
    local shard, life = stored[n]:match("^(%S+) (%S+)$")
    local since, last, how = stored[n + 1]:match("^(%d+) (%d+) (%S+)$")
    lives[shard] = lives[shard] or {}
    lives[shard][life] = { since = tonumber(since), last = tonumber(last), state = how }
end

local function has_ended(life)
    return life.state == "stopped" or now - life.last > longest
end

local function keep(shard, name, life)
    lives[shard] = lives[shard] or {}
    lives[shard][name] = life
    local text = string.format("%.0f %.0f %s", life.since, life.last, life.state)
    redis.call("HSET", KEYS[1], shard .. " " .. name, text)
end

local function drop(shard, name)
    lives[shard][name] = nil
    redis.call("HDEL", KEYS[1], shard .. " " .. name)
end

-- The lives of a shard that began before a time, the first one first; nil where it is not known yet
-- whether one has ended before that time.
local function lives_before(shard, since)
    local before = {}
    for _, life in pairs(lives[shard] or {}) do
        if life.since < since then
            if life.last < since and not has_ended(life) then
                return nil
            end
            table.insert(before, life)
        end
    end
    table.sort(before, function(one, other) return one.since < other.since end)
    return before
end

-- Note the time that none of the lives covers, from the first of them on.
local function note_gaps(shard, before, until_)
    local last = nil
    local function note(upto)
        if last and last < upto then
            local member = string.format("%s:%.0f:%.0f", shard, last, upto)
            redis.call("ZADD", KEYS[2], string.format("%.0f", upto), member)
        end
    end
    for _, life in ipairs(before) do
        note(life.since)
        last = math.max(last or 0, life.last)
    end
    note(until_)
end

local is_settled = 1
if state == "starting" then
    for shard in pairs(lives) do
        note_gaps(shard, lives_before(shard, now) or {}, now)
    end
end
for n = 6, #ARGV do
    local shard = ARGV[n]
    local mine = lives[shard] and lives[shard][me]
    if mine and now - mine.last > longest then
        mine.state = "stopped"
        keep(shard, me .. "@" .. string.format("%.0f", mine.since), mine)
        mine = nil
    end
    if state == "stopped" then
        if mine then
            keep(shard, me, { since = mine.since, last = math.max(mine.last, now), state = state })
        end
    else
        mine = mine or { since = now, last = now, state = "new" }
        mine.last = math.max(mine.last, now)
        local before = mine.state == "new" and lives_before(shard, mine.since)
        if before then
            mine.state = "up"
            note_gaps(shard, before, mine.since)
        end
        keep(shard, me, mine)
        if mine.state == "new" then
            is_settled = 0
        end
        -- Whoever begins from now on begins after this life, so those before it matter no more.
        for other, its in pairs(lives) do
            local is_old = other == shard or other:match("/.*") ~= shard:match("/.*")
            for name, life in pairs(its) do
                local is_over = has_ended(life) and life.last < mine.since
                if is_old and is_over and mine.state == "up" then
                    drop(other, name)
                end
            end
        end
    end
end

redis.call("ZREMRANGEBYSCORE", KEYS[2], "-inf", now - tonumber(ARGV[3]))
return { redis.call("ZRANGE", KEYS[2], 0, -1), redis.call("HGETALL", KEYS[3]), is_settled }

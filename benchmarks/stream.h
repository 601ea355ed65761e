/* The library's random stream, written again: draw number n is a hash of two keys and n. */

#ifndef STREAM_H
#define STREAM_H

#include <stdint.h>

struct stream {
    uint32_t key0, key1;
    int64_t drawn;
};

static inline uint32_t mix(uint32_t word)
{
    word = (word ^ (word >> 16)) * 0x7FEB352Du;
    word = (word ^ (word >> 15)) * 0x846CA68Bu;
    return word ^ (word >> 16);
}

static inline int draw(struct stream *stream, int sides)
{
    uint64_t count = (uint64_t)stream->drawn++;
    uint32_t word = mix((uint32_t)count * 0x9E3779B9u + stream->key0);
    word = mix((word ^ stream->key1) + (uint32_t)(count >> 32));
    return (int)(((uint64_t)word * (uint32_t)sides) >> 32);
}

/* Stream `index` of a seed. */
static inline struct stream stream_of(uint64_t seed, uint64_t index)
{
    uint32_t key0 = 0x243F6A88u, key1 = 0x85A308D3u, words[5], count = 0;
    words[count++] = (uint32_t)seed;
    if (seed >> 32)
        words[count++] = (uint32_t)(seed >> 32);
    words[count] = count;
    count++;
    words[count++] = (uint32_t)index;
    words[count++] = (uint32_t)(index >> 32);
    for (uint32_t at = 0; at < count; at++) {
        key0 = mix(key0 + words[at] + 0x9E3779B9u) ^ key1;
        key1 = mix((key1 ^ words[at]) + key0);
    }
    return (struct stream){key0, key1, 0};
}

#endif

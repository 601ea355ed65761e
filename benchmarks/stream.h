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

#endif

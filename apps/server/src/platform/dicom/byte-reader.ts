/** Reads bytes from a stream in order, so that a large file is never in memory as a whole. */

export class EarlyEndError extends Error {}

export function createByteReader(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  async function next(): Promise<Buffer | null> {
    const { done, value } = await source.next()
    return done ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }

  async function hold(length: number): Promise<void> {
    if (held.length >= length) return
    const parts = [held]
    let size = held.length
    while (size < length) {
      const chunk = await next()
      if (chunk === null) break
      parts.push(chunk)
      size += chunk.length
    }
    held = Buffer.concat(parts)
  }

  return {
    peek: async (length: number): Promise<Buffer> => {
      await hold(length)
      return held.subarray(0, length)
    },
    read: async (length: number): Promise<Buffer> => {
      await hold(length)
      if (held.length < length) throw new EarlyEndError('the file ends too early')
      const bytes = held.subarray(0, length)
      held = held.subarray(length)
      return bytes
    },
    skip: async (length: number): Promise<void> => {
      let left = length
      while (held.length < left) {
        left -= held.length
        held = (await next()) ?? Buffer.alloc(0)
        if (held.length === 0) throw new EarlyEndError('the file ends too early')
      }
      held = held.subarray(left)
    },
    close: async (): Promise<void> => {
      await source.return?.()
    },
  }
}

export type ByteReader = ReturnType<typeof createByteReader>

import { Readable, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import type { ArchiveEntry } from '../../platform/database/table-archive.ts'
import type { Bytes } from './sealed.ts'

export async function* writeTar(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const archive = pack()
  const addAll = async () => {
    for await (const { name, content } of entries)
      await new Promise<void>((resolve, reject) => {
        const options = { name, size: content.byteLength, mode: 0o600 }
        const entry = archive.entry(options, (error) => (error ? reject(error) : resolve()))
        entry.end(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
      })
    archive.finalize()
  }
  const added = addAll().catch((error: Error) => archive.destroy(error))
  yield* archive as AsyncIterable<Uint8Array>
  await added
}

export async function* readTar(archive: Bytes): AsyncGenerator<ArchiveEntry> {
  const extracted = extract()
  const fed = pipeline(Readable.from(archive), extracted)
  // The error reaches the loop below, which reads what this fills.
  fed.catch(() => {})
  for await (const entry of extracted)
    yield { name: entry.header.name, content: await buffer(Readable.from(entry)) }
  await fed
}

export function compressed(content: Bytes): Bytes {
  return through(content, createGzip({ level: 1 }))
}

export function decompressed(content: Bytes): Bytes {
  return through(content, createGunzip())
}

function through(content: Bytes, transform: Transform): Bytes {
  // An error of the content destroys the transform, whose reader then receives that error.
  pipeline(Readable.from(content), transform).catch(() => {})
  return transform
}

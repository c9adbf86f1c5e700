/** Writes a zip file piece by piece, so that no more than one piece of one document is in memory. */
import { Zip, ZipPassThrough } from 'fflate'

type ZipPart = {
  readonly name: string
  readonly open: () => Promise<AsyncIterable<Uint8Array>>
}

/** Yields the bytes of a zip file. The documents are stored uncompressed, because a PDF is compressed already. */
export async function* zipChunks(parts: readonly ZipPart[]): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  function* taken() {
    const chunks = written
    written = []
    yield* chunks
  }
  for (const { name, open } of parts) {
    const content = await open()
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    for await (const chunk of content) {
      entry.push(chunk)
      yield* taken()
    }
    entry.push(new Uint8Array(), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}

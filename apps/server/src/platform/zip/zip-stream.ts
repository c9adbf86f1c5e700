/** Writes zip files piece by piece, so that only some pieces of one entry are in memory. */
import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

export type ZipEntry = {
  readonly name: string
  readonly content: Readable
}

/**
 * Returns a zip file as a stream. Its entries are stored uncompressed. The next entry is asked for once the one before was read. If
 * an entry fails, the stream fails too, so that its reader does not take the part for the whole. Files and archives of more
 * than 4 GB are written as Zip64.
 */
export function createZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | null = null
  zip.outputStream.pipe(output)
  zip.once('error', (cause) => output.destroy(cause))
  output.once('close', () => current?.destroy())

  async function writeEntries() {
    for await (const { name, content } of entries) {
      current = content
      if (output.destroyed) {
        content.destroy()
        return
      }
      zip.addReadStream(content, name, { compress: false })
      await finished(content)
    }
    zip.end()
  }
  writeEntries().catch((cause: unknown) =>
    output.destroy(cause instanceof Error ? cause : new Error('a zip file cannot be completed', { cause })),
  )
  return output
}

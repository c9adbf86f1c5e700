/** Reads the first part of a multipart answer while it arrives. WADO-RS sends every DICOM file in such an answer. */

const mostHeaderBytes = 16 * 1024

export function findBoundary(contentType: string): string | null {
  if (!/^multipart\/related\s*;/i.test(contentType)) return null
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

function contentStart(bytes: Buffer, boundary: Buffer): number | null {
  const start = bytes.indexOf(boundary)
  const head = start < 0 ? -1 : bytes.indexOf('\r\n\r\n', start + boundary.length)
  if (head >= 0) return head + 4
  if (bytes.length > mostHeaderBytes) throw new Error('the answer has no part')
  return null
}

export async function* firstPart(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<Uint8Array> {
  const end = Buffer.from(`\r\n--${boundary}`)
  // The line break before the first boundary may be missing.
  let held: Buffer = Buffer.from('\r\n')
  let isInside = false
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk])
    if (!isInside) {
      const start = contentStart(held, end)
      if (start === null) continue
      isInside = true
      held = held.subarray(start)
    }
    const stop = held.indexOf(end)
    if (stop >= 0) {
      yield held.subarray(0, stop)
      return
    }
    // The last bytes may be the beginning of the boundary.
    const safe = Math.max(0, held.length - end.length)
    if (safe > 0) yield held.subarray(0, safe)
    held = held.subarray(safe)
  }
  throw new Error('the answer ended within a part')
}

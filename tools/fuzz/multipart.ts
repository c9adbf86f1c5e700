/** Multipart bodies by hand, so that they can be damaged. */

export type FormPart = {
  readonly name: string
  readonly content: string | Buffer
  readonly filename?: string
  readonly type?: string
}

export const boundary = 'fuzzXfuzzXfuzz'

export const multipartType = `multipart/form-data; boundary=${boundary}`

function headOf({ name, filename, type }: FormPart): string {
  const quoted = (text: string) => text.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign))
  const file = filename === undefined ? '' : `; filename="${quoted(filename)}"`
  const typed = type === undefined ? '' : `content-type: ${type}\r\n`
  return `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${file}\r\n${typed}\r\n`
}

export function multipart(parts: readonly FormPart[]): { type: string; body: Buffer } {
  const chunks = parts.flatMap((part) => [
    Buffer.from(headOf(part)),
    Buffer.from(part.content),
    Buffer.from('\r\n'),
  ])
  return { type: multipartType, body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]) }
}

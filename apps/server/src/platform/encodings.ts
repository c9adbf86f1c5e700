import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'

/** The compression level. A page takes a few hundred microseconds; a higher level would cost more time than it saves. */
const effort = 5

/** Returns the best encoding that the browser accepts, or null (`Accept-Encoding`: RFC 9110, section 12.5.3). */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const taken = new Map<string, boolean>()
  for (const one of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim())
    taken.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  const takes = (name: Encoding) => taken.get(name) ?? taken.get('*') ?? false
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

export function encode(text: string, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? promisify(brotliCompress)(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: effort,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        },
      })
    : promisify(gzip)(text, { level: effort })
}

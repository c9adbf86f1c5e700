/** What is made anew for every answer, made smaller on its way. Files that do not change have their twins from the build. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'

/** A few hundred microseconds for a page; more effort would cost more than the line saves. */
const effort = 5

/**
 * The better of the encodings that a browser takes, as its `Accept-Encoding` says; null for none.
 * Source: RFC 9110, section 12.5.3.
 */
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

/** The text in that encoding. */
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

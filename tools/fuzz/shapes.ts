/** Multipart bodies that are damaged, each in another way. */

import { boundary, type FormPart, multipart, multipartType } from './multipart.ts'

type Shape = { readonly what: string; readonly type: string; readonly body: Buffer }

const crlf = '\r\n'
const start = `--${boundary}${crlf}`
const end = `--${boundary}--${crlf}`
const text = (body: string | Buffer, type = multipartType) => ({ type, body: Buffer.from(body) })

/** Bytes between two marks left as they are, the rest of a good body damaged. */
function cut(good: Buffer, mark: string, after = 0): Buffer {
  const at = good.indexOf(mark)
  return good.subarray(0, at < 0 ? good.length >> 1 : at + after)
}

/** `good` is a form that the route takes. */
export function createShapes(good: readonly FormPart[]): Shape[] {
  const { body } = multipart(good)
  const file = good.find(({ filename }) => filename !== undefined)
  const fields = good.filter((part) => part !== file)
  const with_ = (...more: FormPart[]) => multipart([...good, ...more]).body
  const many = (count: number, made: (at: number) => FormPart) =>
    multipart([...good, ...Array.from({ length: count }, (_, at) => made(at))]).body
  const replaced = (from: string | RegExp, to: string) =>
    Buffer.from(body.toString('latin1').replace(from, to), 'latin1')
  const png = file ?? { name: 'file', content: 'x', filename: 'a.png', type: 'image/png' }
  const shapes: Readonly<Record<string, { type: string; body: Buffer }>> = {
    'no boundary named': text(body, 'multipart/form-data'),
    'a boundary of 4,000 letters': text(body, `multipart/form-data; boundary=${'b'.repeat(4000)}`),
    'nothing at all': text(''),
    'not ended': text(body.subarray(0, body.length - end.length)),
    'ended in a head': text(cut(body, 'form-data', 4)),
    'ended in the file': text(cut(body, 'filename', 400)),
    'a part without a head': text(Buffer.concat([Buffer.from(`${start}${crlf}x${crlf}`), body])),
    'a part without a name': text(replaced(/; name="[^"]*"/, '')),
    '3,000 heads': text(replaced('content-disposition', `${`x: y${crlf}`.repeat(3000)}content-disposition`)),
    'zeros in a head': text(replaced('form-data', 'form\0data')),
    'names of prototypes': text(
      with_({ name: '__proto__', content: 'x' }, { name: 'constructor', content: 'x' }),
    ),
    'a name that is no UTF-8': text(replaced('name="', 'name="\xff\xfe')),
    'a field of 1 MB': text(with_({ name: 'big', content: 'z'.repeat(1_000_000) })),
    'a file as a field': text(multipart([...fields, { name: png.name, content: png.content }]).body),
    'the same file twice': text(with_(png)),
    '20,000 fields': text(many(20_000, (at) => ({ name: `n${at}`, content: '' }))),
  }
  return Object.entries(shapes).map(([what, shape]) => ({ what, ...shape }))
}

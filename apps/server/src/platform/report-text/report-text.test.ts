import { isTextType, type ReportBlock } from '@mi-portal/contract/results/report/report-text'
import { expect, test } from 'vitest'
import { readAttachedText } from './attached-text.ts'
import { readHtml } from './html-text.ts'
import { readPlainText } from './plain-text.ts'

const heading = (level: 1 | 2 | 3, text: string): ReportBlock => ({ kind: 'heading', level, text })
const paragraph = (text: string): ReportBlock => ({ kind: 'paragraph', text })
const missing = (what: 'image' | 'table' | 'element' | 'rest' | 'document', text: string | null = null) =>
  ({ kind: 'missing', what, text }) satisfies ReportBlock
const bullet = (text: string, level = 1, marker: string | null = null) => ({ marker, level, text })
const cell = (text: string, is_header = false, columns = 1, rows = 1) => ({ text, is_header, columns, rows })

test.each<[title: string, html: string, blocks: readonly ReportBlock[]]>([
  [
    'headings, paragraphs and lists become blocks with the words of the report',
    `<!DOCTYPE html><html><head><title>x</title></head><body>
        <h1>Informe</h1><h3>Hallazgos</h3><p>Pulmones <b>bien</b>
        expandidos.<br>Sin n&oacute;dulos.</p>
        <ul><li>Hígado normal</li><li>Riñones<ol start="3"><li>derecho</li><li>izquierdo</li></ol></li></ul>
        Texto suelto</body></html>`,
    [
      heading(1, 'Informe'),
      heading(2, 'Hallazgos'),
      paragraph('Pulmones bien expandidos.\nSin nódulos.'),
      {
        kind: 'list',
        items: [
          bullet('Hígado normal'),
          bullet('Riñones'),
          bullet('derecho', 2, '3.'),
          bullet('izquierdo', 2, '4.'),
        ],
      },
      paragraph('Texto suelto'),
    ],
  ],
  [
    'an empty line between two lines separates paragraphs, and a short line in bold is a heading',
    '<div><p><strong>IMPRESIÓN</strong></p>Uno.<br/><br/>Dos.<p><b>No es un título.</b></p></div>',
    [heading(1, 'IMPRESIÓN'), paragraph('Uno.'), paragraph('Dos.'), paragraph('No es un título.')],
  ],
  [
    'XHTML with closed empty elements keeps its structure',
    '<div xmlns="http://www.w3.org/1999/xhtml"><p/><p>Uno</p><table><tr><th>A</th><th/></tr><tr><td>1</td><td>2</td></tr></table></div>',
    [
      paragraph('Uno'),
      {
        kind: 'table',
        caption: null,
        rows: [
          [cell('A', true), cell('', true)],
          [cell('1'), cell('2')],
        ],
      },
    ],
  ],
  [
    'raised, lowered and struck text keeps its meaning',
    '<p>Leucocitos 5×10<sup>9</sup>/L, CO<sub>2</sub>, x<sup>ab</sup>, <del>maligno</del> benigno, <span style="text-decoration: line-through">izquierdo</span> derecho, <q>normal</q></p>',
    [
      paragraph(
        'Leucocitos 5×10⁹/L, CO₂, x^(ab), [texto tachado: maligno] benigno, [texto tachado: izquierdo] derecho, «normal»',
      ),
    ],
  ],
  [
    'scripts, styles, event handlers and unknown elements leave no markup, and text that looks like HTML stays text',
    '<p onclick="steal()">Uno<script>steal()</script><style>p{}</style></p><x-app><p>Dos &lt;img src=x onerror=steal()&gt;</p></x-app><!-- nota -->',
    [paragraph('Uno'), paragraph('Dos <img src=x onerror=steal()>')],
  ],
  [
    'a link shows its address, and an address that is no page is left out',
    '<p><a href="https://clinica.example/i">Ver</a> <a href="javascript:steal()">Otro</a></p>',
    [paragraph('Ver (https://clinica.example/i) Otro')],
  ],
  [
    'an image is named where it is missing, with its description',
    '<p>Antes <img src="data:image/png;base64,AA" alt="Corte axial"> después</p><p><b>Uno<img></b></p>',
    [
      paragraph('Antes'),
      missing('image', 'Corte axial'),
      paragraph('después'),
      paragraph('Uno'),
      missing('image'),
    ],
  ],
  [
    'form fields, frames and videos are named where they are missing',
    '<p>Marque: <input type="checkbox" checked> sí</p><iframe src="x"></iframe>',
    [paragraph('Marque:'), missing('element'), paragraph('sí'), missing('element')],
  ],
  [
    'a table keeps its caption, headers and merged cells',
    `<table><caption>Medidas</caption><thead><tr><th>Riñón</th><th>Largo</th></tr></thead>
        <tbody><tr><td rowspan="2">Derecho</td><td>10<br>cm</td></tr><tr><td>11 cm</td></tr><tr><td colspan="2">Normal</td></tr></tbody></table>`,
    [
      {
        kind: 'table',
        caption: 'Medidas',
        rows: [
          [cell('Riñón', true), cell('Largo', true)],
          [cell('Derecho', false, 1, 2), cell('10\ncm')],
          [cell('11 cm')],
          [cell('Normal', false, 2)],
        ],
      },
    ],
  ],
])('%s', (_, html, blocks) => {
  expect(readHtml(html)).toEqual(blocks)
})

test.each([
  ['rows of different length', '<tr><td>a</td><td>b</td></tr><tr><td>c</td></tr>'],
  ['a table in a cell', '<tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr>'],
  ['a cell that spans beyond the table', '<tr><td rowspan="3">a</td><td>b</td></tr>'],
  ['a span that is no number', '<tr><td colspan="0">a</td><td>b</td></tr>'],
  ['something else than rows', '<tbody><p>a</p></tbody><tr><td>b</td><td>c</td></tr>'],
])('a table with %s is named as missing, and none of its values is shown without its place', (_, rows) => {
  expect(readHtml(`<p>Antes</p><table>${rows}</table><p>Después</p>`)).toEqual([
    paragraph('Antes'),
    missing('table'),
    paragraph('Después'),
  ])
})

test('a table of one column only arranges the page, so its contents are read', () => {
  expect(
    readHtml('<table><tr><td><h2>Hallazgos</h2><p>Normal.</p></td></tr><tr><td>Fin</td></tr></table>'),
  ).toEqual([heading(1, 'Hallazgos'), paragraph('Normal.'), paragraph('Fin')])
})

test('preformatted text keeps its spaces', () => {
  expect(readHtml('<pre>\nA    1\nBB   2\n</pre>')).toEqual([
    { kind: 'preformatted', text: 'A    1\nBB   2' },
  ])
})

test('headings never skip a level', () => {
  expect(readHtml('<h4>A</h4><h1>B</h1><h6>C</h6><h4>D</h4>')).toEqual([
    heading(1, 'A'),
    heading(1, 'B'),
    heading(2, 'C'),
    heading(2, 'D'),
  ])
})

test('a text that is too long is cut, and the cut is named', () => {
  const blocks = readHtml('<p>Una línea.</p>'.repeat(3_000))
  expect(blocks).toHaveLength(1_501)
  expect(blocks.at(-1)).toEqual(missing('rest'))
})

test('elements nested without end are named as missing', () => {
  expect(readHtml(`${'<div>'.repeat(15_000)}Fin`)).toEqual([missing('element')])
  expect(readHtml(`<h1>${'<b>'.repeat(15_000)}Fin</h1>`)).toEqual([missing('element')])
})

test('a page of more than 20,000 elements or a million characters, which would keep the parser busy for minutes, cannot be read', () => {
  for (const html of ['<b>'.repeat(300_000), '<P>'.repeat(20_001), 'a'.repeat(1_100_000)])
    expect(readHtml(html)).toEqual([missing('document')])
  // Patterns that look for an end from each beginning would not end within the limit of the test.
  expect(readHtml(`<b style="${'text-decoration'.repeat(65_000)}">Fin</b>`)).toEqual([paragraph('Fin')])
  const spaces = ' '.repeat(190_000)
  expect(readHtml(`<pre>a${spaces}b</pre>`)).toMatchObject([{ kind: 'preformatted' }])
})

test('control characters and signs that change the direction of text are removed', () => {
  expect(readHtml('<p>a\u0000b\u202Ec\uD800</p>')).toEqual([paragraph('abc\uFFFD')])
})

test('titles in capitals are headings, empty lines separate paragraphs, and lines stay lines', () => {
  expect(
    readPlainText('TÉCNICA:\r\nCon contraste.\r\n\r\nHALLAZGOS\r\n\r\nUno.\r\n  Dos.\r\n\r\nTC de 64 cortes'),
  ).toEqual([
    heading(1, 'TÉCNICA:'),
    paragraph('Con contraste.'),
    heading(1, 'HALLAZGOS'),
    paragraph('Uno.\nDos.'),
    paragraph('TC de 64 cortes'),
  ])
})

test('columns keep their spaces', () => {
  expect(readPlainText('Riñón     Largo\nDerecho   10 cm')).toEqual([
    { kind: 'preformatted', text: 'Riñón     Largo\nDerecho   10 cm' },
  ])
})

test.each([
  ['text/html', '<p>Riñón</p>', 'utf8'],
  ['text/plain; charset=ISO-8859-1', 'Riñón', 'latin1'],
  ['text/html', '<meta charset="iso-8859-1"><p>Riñón</p>', 'latin1'],
  ['text/plain', 'Riñón', 'latin1'],
] as const)('a document of the type %s is read in its encoding (%#)', (type, text, encoding) => {
  expect(readAttachedText(Buffer.from(text, encoding), type)).toEqual([paragraph('Riñón')])
})

test('a document that is missing, too long or not in its declared encoding cannot be read', () => {
  const unreadable = [missing('document')]
  expect(readAttachedText(null, 'text/html')).toEqual(unreadable)
  expect(readAttachedText(Buffer.alloc(1024 * 1024 + 1, 'a'), 'text/plain')).toEqual(unreadable)
  expect(readAttachedText(Buffer.from('Riñón', 'latin1'), 'text/plain; charset=utf-8')).toEqual(unreadable)
  expect(readAttachedText(Buffer.from('a'), 'text/plain; charset=nonsense')).toEqual(unreadable)
})

test('only HTML and plain text are read as text', () => {
  expect(['text/html', 'text/plain; charset=utf-8', 'TEXT/HTML'].every(isTextType)).toBe(true)
  expect(['application/pdf', 'text/rtf', 'text/htmlx', undefined].some(isTextType)).toBe(false)
})

import { expect, test } from 'vitest'
import { type PackageFiles, readPackageFolder, shippedNames, shippedPackage } from './package-files.ts'
import { formatPackageError, readPackage } from './read-package.ts'
import { writePackage } from './write-package.ts'

const shipped = readPackageFolder(shippedPackage('demonstration'))
const bytesOf = (text: string) => new TextEncoder().encode(text)

function textOf(file: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(shipped.get(file))
}

/** Returns the shipped package with one file changed. The change must find its text. */
function changed(file: string, from: string, to: string): PackageFiles {
  expect(textOf(file)).toContain(from)
  return withFile(file, textOf(file).replace(from, to))
}

function withFile(file: string, content: string | Uint8Array): PackageFiles {
  return new Map([...shipped, [file, typeof content === 'string' ? bytesOf(content) : content]])
}

function without(file: string): PackageFiles {
  return new Map([...shipped].filter(([path]) => path !== file))
}

async function errorsOf(files: PackageFiles): Promise<string[]> {
  const { package: clinic, errors } = await readPackage(files)
  expect(clinic === null).toBe(errors.length > 0)
  return errors.map(formatPackageError)
}

/** Returns file, line and field of each error. */
async function placesOf(files: PackageFiles): Promise<(string | undefined)[]> {
  return (await errorsOf(files)).map((error) => error.split(': ')[0])
}

test.each(shippedNames())('the shipped package %s has no errors', async (name) => {
  expect(await errorsOf(readPackageFolder(shippedPackage(name)))).toEqual([])
})

test.each(shippedNames())(
  'the package %s is written byte for byte as it was read, and reads the same',
  async (shippedName) => {
    const files = readPackageFolder(shippedPackage(shippedName))
    const { package: clinic } = await readPackage(files)
    if (!clinic) throw new Error('the package has errors')
    const images = new Map(clinic.images.map(({ name }) => [name, files.get(`images/${name}`)!]))
    const written = writePackage(clinic, images)
    expect([...written.keys()].sort()).toEqual([...files.keys()])
    for (const [file, bytes] of files) {
      expect([file, Buffer.from(written.get(file)!).equals(bytes)]).toEqual([file, true])
    }
    expect((await readPackage(written)).package).toEqual(clinic)
  },
)

test('a required file that is missing is one error', async () => {
  expect(await errorsOf(without('sites.yaml'))).toEqual([
    'sites.yaml:1: Falta el archivo (Créalo; docs/clinic-package.md dice qué lleva)',
  ])
})

test('a file that is not part of a package is an error', async () => {
  const remedy = '(Bórralo o corrige su nombre; docs/clinic-package.md los enumera)'
  expect(await errorsOf(withFile('precios.csv', 'a;b\n'))).toEqual([
    `precios.csv:1: El archivo no es parte de un paquete de clínica ${remedy}`,
  ])
  expect(await errorsOf(withFile('images/old/logo.svg', textOf('images/logo.svg')))).toEqual([
    `images/old/logo.svg:1: El archivo no es parte de un paquete de clínica ${remedy}`,
  ])
})

test('a file in another encoding than UTF-8 is an error with the way to save it', async () => {
  expect(await errorsOf(withFile('insurers.csv', Uint8Array.of(0x69, 0x64, 0xf3)))).toEqual([
    'insurers.csv:1: El archivo no está en UTF-8 (Guárdalo como UTF-8 (en una planilla de cálculo: «CSV UTF-8»))',
  ])
})

test.each<readonly [place: string, from: string, to: string, ...otherPlaces: string[]]>([
  ['document-types.csv:1 only_titular', 'only_titular_or_rep', 'only_titular', ':1 only_titular_or_rep'],
  ['document-types.csv:1 name', 'id;name;only_titular_or_rep', 'id;name;only_titular_or_rep;name'],
  ['document-types.csv:3', 'Informe médico', '"Informe médico'],
  ['exams.csv:4 id', '1003;RX', 'mil;RX'],
  ['exams.csv:3 id', '1002;RX', '1001;RX'],
  ['exams.csv:3 part', '1002;RX;cabeza', '1002;RX;cuello'],
  ['exams.csv:2 codigo_fonasa', ';exam-rx;;0401032', ';exam-rx;;401032'],
  ['exams.csv:2 sites', 'no;PROVIDENCIA MAIPU;', 'no;PROVIDENCIA NUNOA;'],
  ['exams.csv:2 preparation', 'exam-rx;;0401032', 'exam-ry;;0401032'],
  ['exam-specialties.csv:2 service_code', 'RX;601', 'RX;101'],
  ['laboratory/ranges.csv:2 analyte', 'ERI;F;15', 'ERY;F;15'],
  ['laboratory/ranges.csv:2 high', 'ERI;F;15;;3,9;5,2', 'ERI;F;15;;3,9;2,5'],
  [
    'laboratory/purposes.csv:8 next_review_on',
    'controlarla.;;;',
    'controlarla.;Dra. Ana Rojas;2026-01-10;2026-01-10',
  ],
  ['clinic.yaml:5 lema', 'slogan:', 'lema: Hola\nslogan:'],
  ['clinic.yaml:1 format', 'format: 1', 'format: 2'],
  ['sites.yaml:1 phone', '  phone: 2 2362 5400\n', ''],
  ['sites.yaml:12 opening_hours.monday.1', '- 09:00-20:00', '- 20:00-09:00'],
  ['sites.yaml:13 opening_hours.monday.2', '- 09:00-20:00', '- 09:00-20:00\n      - 12:00-13:00'],
  ['sites.yaml:5 commune_id', 'commune_id: 13123', 'commune_id: 13999'],
  ['booking-groups.yaml:37 sites.MAIPU.1', '- "570"', '- 570'],
  ['booking-groups.yaml:8 frequent.2', '    - "104"', '    - "999"'],
  ['booking-groups.yaml:6 frequent', 'kind: consultation', 'kind: telemedicine'],
  ['branding.yaml:17 colours.action.7', '"#2A4DB5"', 'azul'],
  ['branding.yaml:10 colours.action', '"#2A4DB5"', '"#9AB0F0"'],
])('the error at %s names its place: %j became %j', async (place, from, to, ...otherPlaces) => {
  const [file = ''] = place.split(':')
  const places = [place, ...otherPlaces.map((other) => `${file}${other}`)]
  expect(await placesOf(changed(file, from, to))).toEqual(places)
})

const file = 'preparations/exam-rx.md'
test.each([
  ['HTML', 'Usa <b>ropa</b> cómoda'],
  ['a link', 'Lee [esto](https://otra.example)'],
  ['an image', '![foto](foto.png)'],
  ['a heading of another level', '# Radiografía'],
  ['code', '```\ncomando\n```'],
])('%s in a preparation is an error at its line', async (_, text) => {
  const written = `${textOf(file)}\n${text}\n`
  const line = textOf(file).split('\n').length + 1
  const errors = await errorsOf(withFile(file, written))
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(
    new RegExp(`^preparations/exam-rx\\.md:${line} body: El texto tiene algo que aquí no se muestra`),
  )
})

test('a preparation without its data, with wrong ones or with unknown ones is an error', async () => {
  expect(await placesOf(withFile(file, 'Sin datos\n'))).toContain('preparations/exam-rx.md:1')
  const withData = (data: string) =>
    placesOf(changed(file, 'title: Radiografía', `title: Radiografía\n${data}`))
  expect(await withData('fasting_hours: 99')).toEqual(['preparations/exam-rx.md:3 fasting_hours'])
  expect(await withData('ayuno: 8\nkey: rx')).toEqual([
    'preparations/exam-rx.md:3 ayuno',
    'preparations/exam-rx.md:4 key',
  ])
})

test('a placeholder that is not replaced in a legal text, and an approval after today, are errors', async () => {
  expect(await errorsOf(changed('legal/terms.md', '## ', '## Escribe a {correo}\n\n## '))).toEqual([
    expect.stringMatching(
      /^legal\/terms\.md:\d+ body: «{correo}» no se reemplaza en este texto \(Usa solo: {product}/,
    ),
  ])
  const approval =
    'name: Dra. Ana Rojas, profession: Médica, registration_number: "123", approved_on: "2027-11-20"'
  const files = withFile('approvals.yaml', `exams: { ${approval} }\n`)
  expect((await readPackage(files, '2026-11-26')).errors.map(formatPackageError)).toEqual([
    'approvals.yaml:1 exams.approved_on: La aprobación tiene una fecha futura (Escribe el día en que se aprobó)',
  ])
})

test('an error of YAML is said in Spanish, and a number that is a text asks for quotes', async () => {
  const errors = await errorsOf(changed('survey.yaml', '- id: 1', 'id: 1\n- id: 1'))
  expect(errors[0]).toMatch(/^survey\.yaml:2: El archivo no es YAML válido \(Revisa la sangría/)
  expect(errors).toEqual([...new Set(errors)])
  expect(
    await errorsOf(
      changed('legal/terms.md', /version: "\d+"/.exec(textOf('legal/terms.md'))?.[0] ?? '', 'version: 9'),
    ),
  ).toEqual([expect.stringContaining('(Escríbelo entre comillas: "9")')])
})

test('a LOINC code in two reserved groups is one error, in the second group', async () => {
  const lines = textOf('reserved-tests.yaml').split('\n')
  const second = lines.indexOf('  loinc:', lines.indexOf('- group: ITS')) + 1
  const files = withFile(
    'reserved-tests.yaml',
    lines.toSpliced(second, 0, '    24012-7: HIV 1 Ag').join('\n'),
  )
  expect(await errorsOf(files)).toEqual([
    `reserved-tests.yaml:${second + 1} loinc.24012-7: «24012-7» ya está en uso (Escribe otro valor o borra la repetición)`,
  ])
})

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n${inside}\n</svg>`

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['an event attribute', '<path d="M0 0" onload="alert(1)"/>'],
  ['foreign content', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'],
  ['a link', '<a href="#x"><path d="M0 0"/></a>'],
  ['a reference to another file', '<use href="https://otra.example/x.svg#y"/>'],
  ['a reference in the old notation', '<use xlink:href="data:image/svg+xml,x#y"/>'],
  ['a raster image', '<image href="#x"/>'],
  ['an animation of an address', '<set attributeName="href" to="javascript:alert(1)"/>'],
  ['a style that loads a file', '<style>@import "https://otra.example/x.css";</style>'],
  ['an address in a style', '<path style="fill:url(https://otra.example/x)"/>'],
  ['a prefixed script', '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'],
])('an SVG with %s is rejected', async (_, inside) => {
  const errors = await errorsOf(withFile('images/logo.svg', svg(inside)))
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(/^images\/logo\.svg:[12]: El SVG tiene .+ \(Guarda el dibujo sin programas/)
})

test('an SVG that declares entities or a style sheet is rejected', async () => {
  for (const head of [
    '<!DOCTYPE svg [<!ENTITY x "y">]>',
    '<?xml-stylesheet href="https://otra.example/x.css"?>',
  ])
    expect(await errorsOf(withFile('images/logo.svg', `${head}${svg('')}`))).toHaveLength(1)
})

test('an SVG with gradients, masks and references inside itself is accepted', async () => {
  const drawing = svg(
    '<defs><linearGradient id="g"><stop stop-color="#FFF"/></linearGradient></defs><style>path{fill:url(#g)}</style><path d="M0 0" fill="url(#g)"/><use href="#g"/>',
  )
  expect(await errorsOf(withFile('images/logo.svg', `<?xml version="1.0"?>${drawing}`))).toEqual([])
})

test('an image whose content is not what its name says, or that is too large, is rejected', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const large = new Uint8Array(1024 * 1024 + 1)
  for (const [name, content, message] of [
    ['foto.webp', png, 'El contenido no es el que anuncia su nombre'],
    ['foto.png', large, 'La imagen pesa más de 1 MB'],
    ['foto.gif', png, 'El archivo no es una imagen de un tipo admitido'],
  ] as const)
    expect(await errorsOf(withFile(`images/${name}`, content))).toEqual([
      expect.stringContaining(`images/${name}:1: ${message}`),
    ])
})

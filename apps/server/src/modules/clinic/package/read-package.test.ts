import { describe, expect, test } from 'vitest'
import {
  type PackageFiles,
  readPackageFolder,
  shippedNames,
  shippedPackage,
} from './package-files.service.ts'
import { formatPackageError, readPackage } from './read-package.service.ts'
import { writePackage } from './write-package.service.ts'

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

/** Expects errors at these lines and fields when a text of a file is replaced. */
async function expectPlaces(_name = '', file = '', from = '', to = '', ...places: string[]) {
  expect(await placesOf(changed(file, from, to))).toEqual(places.map((place) => `${file}${place}`))
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

test('a file that a spreadsheet saved with commas and Windows line ends reads the same', async () => {
  const semicolons = textOf('document-types.csv')
  const resaved = withFile(
    'document-types.csv',
    semicolons.replaceAll(';', ',').replaceAll('\n', '\r\n').replace('\uFEFF', ''),
  )
  expect((await readPackage(resaved)).package).toEqual((await readPackage(shipped)).package)
})

test('a cell with separators, quotes and line breaks is read as it was written', async () => {
  const { package: clinic } = await readPackage(shipped)
  if (!clinic) throw new Error('the package has errors')
  const specimen = 'Suero; "fresco", 2 mL'
  const [panel, ...panels] = clinic.laboratoryPanels
  const files = writePackage(
    { ...clinic, laboratoryPanels: [{ ...panel!, specimen }, ...panels] },
    new Map(clinic.images.map(({ name }) => [name, shipped.get(`images/${name}`)!])),
  )
  expect((await readPackage(files)).package?.laboratoryPanels[0]?.specimen).toBe(specimen)
})

describe('files', () => {
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

  test('an optional file that is missing, empty or only has comments is the same as an empty list', async () => {
    expect(await errorsOf(without('survey.yaml'))).toEqual([])
    expect(await errorsOf(withFile('survey.yaml', '# nada\n'))).toEqual([])
    expect((await readPackage(withFile('contact.yaml', ''))).package?.contact).toEqual({
      reasons: [],
      exam_types: [],
    })
    expect((await readPackage(withFile('mails.yaml', '# nada\n'))).package?.mails).toEqual({})
  })
})

describe('CSV', () => {
  test.each<readonly string[]>([
    [
      'an unknown column',
      'document-types.csv',
      'only_titular_or_rep',
      'only_titular',
      ':1 only_titular',
      ':1 only_titular_or_rep',
    ],
    [
      'a repeated column',
      'document-types.csv',
      'id;name;only_titular_or_rep',
      'id;name;only_titular_or_rep;name',
      ':1 name',
    ],
    ['a number that is none', 'exams.csv', '1003;RX', 'mil;RX', ':4 id'],
    ['a value outside of a closed list', 'exams.csv', '1002;RX;cabeza', '1002;RX;cuello', ':3 part'],
    ['a code without its zero', 'exams.csv', ';exam-rx;;0401032', ';exam-rx;;401032', ':2 codigo_fonasa'],
    ['a quote that is never closed', 'document-types.csv', 'Informe médico', '"Informe médico', ':3'],
  ])('%s is an error at its line and column', expectPlaces)
})

describe('YAML', () => {
  test.each<readonly string[]>([
    ['an unknown field', 'clinic.yaml', 'slogan:', 'lema: Hola\nslogan:', ':5 lema'],
    ['a field that is missing', 'sites.yaml', '  phone: 2 2362 5400\n', '', ':1 phone'],
    [
      'an opening hour that ends before it begins',
      'sites.yaml',
      '- 09:00-20:00',
      '- 20:00-09:00',
      ':12 opening_hours.monday.1',
    ],
    ['a code of digits without quotes', 'booking-groups.yaml', '- "570"', '- 570', ':26 sites.MAIPU.1'],
    [
      'hours that overlap',
      'sites.yaml',
      '- 09:00-20:00',
      '- 09:00-20:00\n      - 12:00-13:00',
      ':13 opening_hours.monday.2',
    ],
    [
      'a commune that does not exist',
      'sites.yaml',
      'commune_id: 13123',
      'commune_id: 13999',
      ':5 commune_id',
    ],
    ['a colour that is none', 'branding.yaml', '"#2A4DB5"', 'azul', ':17 colours.action.7'],
    ['another version of the format', 'clinic.yaml', 'format: 1', 'format: 2', ':1 format'],
  ])('%s is an error at its line and field', expectPlaces)

  test('a file that is not YAML is an error at the line that cannot be read', async () => {
    const [error, ...others] = await errorsOf(
      changed('clinic.yaml', 'brand: Clínica Andes', 'brand: "Clínica Andes'),
    )
    expect(others).toEqual([])
    expect(error).toMatch(/^clinic\.yaml:\d+: El archivo no es YAML válido \(Revisa la sangría/)
  })

  test('a code of digits without quotes is explained', async () => {
    const [error] = await errorsOf(changed('booking-groups.yaml', '- "570"', '- 570'))
    expect(error).toContain('(Escríbelo entre comillas: "570")')
  })

  test('a file of sites that is no list is one error', async () => {
    expect(await errorsOf(withFile('sites.yaml', 'id: 2\n'))).toEqual([
      'sites.yaml:1: El archivo no es una lista (Comienza cada elemento con «- »)',
    ])
  })
})

describe('Markdown', () => {
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
})

describe('contradictions', () => {
  test.each<readonly string[]>([
    [
      'an exam at a site that does not exist',
      'exams.csv',
      'no;PROVIDENCIA MAIPU;',
      'no;PROVIDENCIA NUNOA;',
      ':2 sites',
    ],
    [
      'an exam whose preparation has no file',
      'exams.csv',
      'exam-rx;;0401032',
      'exam-ry;;0401032',
      ':2 preparation',
    ],
    ['a number that two exams have', 'exams.csv', '1002;RX', '1001;RX', ':3 id'],
    [
      'a number that a specialty and an exam specialty share',
      'exam-specialties.csv',
      'RX;601',
      'RX;101',
      ':2 service_code',
    ],
    ['a range of an unknown test', 'laboratory/ranges.csv', 'ERI;F;15', 'ERY;F;15', ':2 analyte'],
    [
      'a text on a test whose next review is not after its approval',
      'laboratory/purposes.csv',
      'controlarla.;;;',
      'controlarla.;Dra. Ana Rojas;2026-01-10;2026-01-10',
      ':8 next_review_on',
    ],
    [
      'a range whose upper limit is below the lower one',
      'laboratory/ranges.csv',
      'ERI;F;15;;3,9;5,2',
      'ERI;F;15;;3,9;2,5',
      ':2 high',
    ],
    ['a colour with too little contrast', 'branding.yaml', '"#2A4DB5"', '"#9AB0F0"', ':10 colours.action'],
  ])('%s is one error', expectPlaces)

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

  test('an error in a site does not bring errors in everything that is offered there', async () => {
    expect(await errorsOf(changed('sites.yaml', 'phone: 2 2362 5400', 'phone: por la tarde'))).toEqual([
      'sites.yaml:6 phone: «por la tarde» no es válido (Escribe números y espacios, por ejemplo 2 2123 4567)',
    ])
  })
})

describe('images', () => {
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
})

/** Checks the Spanish of the portal's texts: pages, e-mails, messages, the demonstration and the packages of clinics. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readTexts, withoutComments } from './project-files.ts'

/** Texts that the specification fixes, with the accents that Spanish requires. */
const specified = [
  'Ingrese datos del examen',
  'Ingrese el nombre del examen',
  'Ingrese el tipo del examen',
  'Ingrese la fecha del examen',
  'Ingrese una fecha válida.',
  'Por favor, ingrese al menos un email',
  'Registre un RUT válido',
  'Registre un correo electrónico válido',
  'Seleccione Sucursal',
  'Seleccione su sucursal',
  'Seleccione una razón de contacto',
  'Tipo de prestación es requerido',
  // The label of that field.
  'Tipo de examen (prestación)',
]

/** Spellings that the portal does not use, and those that it uses instead. */
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\bcon (Dr|Dra)\./, 'con el Dr., con la Dra.'],
  [
    /\b(ingrese|seleccione|registre|digite|escriba|elija|intente|revise|verifique|comuníquese|diríjase)\b/i,
    'the form of «tú»',
  ],
  [/\bsólo\b/i, 'solo'],
  [/\bun rut\b|\brut (in)?v[aá]lido\b/, 'RUT'],
  [/\bsegundos? factor(es)?\b/i, 'código extra'],
  [/\b(la|las|tus?|sus?|una|otra|con|de|o|máximo) passkeys?\b/i, 'huella o PIN'],
  [/\bpasskeys? (agregad|quitad|suspendid|inválid|ya|que|y)|["'>`«]Passkeys?["'<`»]/, 'huella o PIN'],
  [/\b(archivos?|estudio|formato|imagen|imágenes) DICOM\b/, 'a plain word, such as «archivo para el médico»'],
  [/\bprestaci(ón|ones)\b/i, 'tipo de examen, procedimiento, atención'],
  [/\bScanner\b|\bscanner (de|y|con|sin)\b|\b[Ee]scaner\b/, 'escáner'],
]

/** A professional's name after «con» without the article that {@link withArticle} gives. */
const withoutArticle = /\bcon(?:\{' '\})?\s+\$?\{(?!withArticle\()[\w.]*(?:doctor|professional)/

const texts = readTexts(fileURLToPath(new URL('../../..', import.meta.url)))

// Accepted versions of legal texts are stored. Another spelling would be a new version.
const isShown = (path: string) =>
  /^(apps\/(server|web)\/src|packages\/contract\/src|apps\/server\/(seed|clinic))\//.test(path) &&
  !/^apps\/server\/seed\/legal\/|\.test\.tsx?$|common-passwords/.test(path)

const shown = [...texts].filter(([path]) => isShown(path) && /\.(tsx?|json|yaml)$/.test(path))

/** Every line that users may read a part of, without comments. */
const all = shown.flatMap(([path, text]) =>
  (/\.tsx?$/.test(path) ? withoutComments(text) : text)
    .split('\n')
    .map((words, index) => ({ where: `${path}:${index + 1}`, words })),
)

const violations = all.flatMap(({ where, words }) => {
  const own = specified.reduce((rest, text) => rest.replaceAll(text, ''), words)
  return forbidden.flatMap(([form, instead]) => {
    const found = form.exec(own)
    return found ? [`${where}: «${found[0]}» → ${instead}`] : []
  })
})

test('the portal’s own Spanish texts keep to «tú», to articles before titles and to the spelling of the Academy', () => {
  expect(all.length).toBeGreaterThan(5_000)
  expect(violations).toEqual([])
})

test('a professional’s name that follows «con» has its article', () => {
  expect(all.filter(({ words }) => withoutArticle.test(words))).toEqual([])
})

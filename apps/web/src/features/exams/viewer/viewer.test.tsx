import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type ExamResults, examEndpoints } from '@mi-portal/contract/exams/exams'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signInAs } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildExamResult, buildExamResults } from '../../../../test/record.ts'
import { renderPage } from '../../../../test/render-portal.tsx'
import { getCurrentUser } from '../../../lib/session.ts'

const glucose = buildExamResult({
  code: 'GLI',
  name: 'Glicemia en ayunas',
  value: 108,
  decimals: 0,
  reference: { low: 70, high: 99, text: null },
  position: 'high',
  history: [
    { date: '2025-08-11', value: 92 },
    { date: '2026-11-20', value: 108 },
  ],
})
const aspect = buildExamResult({
  code: 'ASP',
  name: 'Aspecto',
  value: null,
  text: 'Ligeramente turbio',
  unit: null,
  decimals: 0,
  reference: { low: null, high: null, text: 'Límpido' },
  position: null,
  history: [],
})

async function openWith(...results: Parameters<typeof buildExamResults>[0]) {
  mockEndpoint(examEndpoints.resultsByKey, buildExamResults(results))
  return renderPage('/visor/la-llave')
}

const row = async (name: string) => {
  const item = (await screen.findByRole('heading', { level: 3, name })).closest('li')
  if (!item) throw new Error(`no row of ${name}`)
  return within(item)
}

test('the viewer sends only its key, also for a signed-in user, and leaves the session unchanged', async () => {
  signInAs()
  mockEndpoint(examEndpoints.resultsByKey, new ApiError('noSession'))
  await renderPage('/visor/la-llave')
  expect(await screen.findByText('La sesión ha expirado')).toBeVisible()
  expect(requestsTo(examEndpoints.resultsByKey)[0]?.params).toEqual({ key: 'la-llave' })
  expect(requestsTo(examEndpoints.resultsByKey)[0]?.headers.has('x-token')).toBe(false)
  expect(getCurrentUser()).not.toBeNull()
})

test('the first line counts the results inside, outside and without a range', async () => {
  await openWith(buildExamResult(), glucose, aspect)
  const line =
    '1 resultado está sobre el rango de referencia. 1 resultado se informa sin compararse con un rango.'
  const note = await screen.findByText(
    (_, element) => element?.tagName === 'P' && element.textContent.trim() === line,
  )
  expect(note).toBeVisible()
  expect(screen.getByText('1 de 2 dentro del rango')).toBeVisible()
  const headings = screen.getAllByRole('heading', { level: 2 })
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Fuera del rango',
    'Dentro del rango',
    'Otros resultados',
  ])
})

test.each([
  [['HH'], 'Crítico: muy alto', 1],
  [[], 'Sobre el rango', 0],
])(
  'only a value that the laboratory calls critical comes with what to do (%j)',
  async (codes, words, count) => {
    const interpretations = codes.map((code) => ({
      text: null,
      codes: [{ system: null, code, display: null }],
    }))
    await openWith(buildExamResult({ name: 'Potasio', reported: { ...glucose.reported, interpretations } }))
    expect((await row('Potasio')).getByText(words)).toBeVisible()
    for (const advice of [
      'Resultado crítico: Potasio',
      /^Contacta a tu médico hoy/,
      /es crítico según el laboratorio/,
    ])
      expect(screen.queryAllByText(advice)).toHaveLength(count)
  },
)

test('a preliminary value is marked, with its note and its method, and a corrected one shows what it was before', async () => {
  const { reported } = glucose
  const more = { status: 'preliminary' as const, notes: ['Repetir en ayunas'], method: 'ECLIA' }
  const earlier = [{ name: 'Aspecto', reported, replaced_on: '2026-11-12' }]
  await openWith(
    buildExamResult({ reported: { ...reported, ...more } }),
    buildExamResult({ ...aspect, reported: { ...aspect.reported, status: 'corrected' }, earlier }),
  )
  const measure = await row('Creatinina')
  for (const text of ['Preliminar', 'Nota: Repetir en ayunas', 'Método: ECLIA'])
    expect(measure.getByText(text)).toBeVisible()
  expect((await row('Aspecto')).getByText('Corregido el 12/11/2026 · antes: 108 mg/dL')).toBeVisible()
})

test.each([
  [{ status: 'preliminary' }, ['Informe preliminar.', 'Puede cambiar cuando el médico lo termine.']],
  [{ status: 'amended', corrected_on: '21/11/2026' }, ['Informe corregido el 21/11/2026.']],
] as const)(
  'a report that can still change or was corrected says so above its text, which comes before the PDF without the sender’s markup: %j',
  async (exam, said) => {
    const results = buildExamResults([])
    const report: ExamResults['report'] = [
      { kind: 'heading', level: 1, text: 'Hallazgos' },
      { kind: 'paragraph', text: 'Sin <b>nódulos</b>.' },
      { kind: 'list', items: [{ marker: '1.', level: 1, text: 'Hígado normal' }] },
    ]
    const shown = { ...results, type: 'imaging' as const, exam: { ...results.exam, ...exam }, report }
    mockEndpoint(examEndpoints.resultsByKey, { ...shown, conclusion: 'Sin lesiones.' })
    await renderPage('/visor/la-llave')
    expect(await screen.findByRole('heading', { level: 3, name: 'Hallazgos' })).toBeVisible()
    for (const text of [...said, 'Sin lesiones.']) expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByRole('listitem')).toHaveTextContent('1. Hígado normal')
    const text = screen.getByText('Sin <b>nódulos</b>.')
    const pdf = screen.getByRole('link', { name: 'Descargar PDF' })
    expect(text.compareDocumentPosition(pdf) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  },
)

test('the trend expands by keyboard as a chart described in words, and can be read as a table, latest first', async () => {
  const { user } = await openWith(buildExamResult())
  const measure = await row('Creatinina')
  measure.getByRole('button', { name: 'Qué mide y cómo ha cambiado Creatinina' }).focus()
  await user.keyboard('{Enter}')
  const described =
    'Gráfico de creatinina en mg/dL. 11/08/2025: 0,70; 20/11/2026: 0,78. Rango de referencia 0,50 a 0,90.'
  expect(await measure.findByRole('img', { name: described })).toBeVisible()
  await user.click(measure.getByRole('button', { name: 'Tabla' }))
  const table = measure.getByRole('table', { name: 'Evolución de creatinina' })
  const lines = within(table)
    .getAllByRole('row')
    .map((line) => line.textContent)
  expect(lines).toEqual([
    'FechaResultado (mg/dL)Según su rango',
    '20/11/20260,78Dentro del rango · 0,50 a 0,90',
    '11/08/20250,70Dentro del rango · 0,50 a 0,90',
  ])
})

test('a viewer whose key has expired says so and links back to the exams', async () => {
  mockEndpoint(examEndpoints.resultsByKey, new ApiError('notFound'))
  await renderPage('/visor/la-llave')
  expect(await screen.findByText('El acceso a este examen ya venció')).toBeVisible()
  const back = screen.getByRole('link', { name: 'Ir a Mis Exámenes' })
  expect(back).toHaveAttribute('href', '/dashboard/mis-examenes')
})

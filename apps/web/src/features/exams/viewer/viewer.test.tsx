import { ApiError } from '@mi-portal/contract/api-error'
import { type ExamResults, examEndpoints } from '@mi-portal/contract/exams'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { signInAs } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildExamResult, buildExamResults } from '../../../../test/record.ts'
import { renderPage, renderPortal } from '../../../../test/render-portal.tsx'
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
const sodium: typeof glucose = {
  ...glucose,
  code: 'NA',
  name: 'Sodio',
  position: 'low',
  flag: { level: 'low', critical: false },
}
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
  const item = (await screen.findByRole('heading', { level: 2, name })).closest('li')
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

test('on its own the viewer names exam, day, doctor and patient itself, but never in the window’s title', async () => {
  mockEndpoint(examEndpoints.resultsByKey, buildExamResults([glucose]))
  await renderPortal('/visor/la-llave')
  expect(await screen.findByRole('heading', { level: 1, name: 'Perfil bioquímico' })).toBeVisible()
  expect(screen.getByText('Camila Andrea Fuentes Rojas · 12345678-5')).toBeVisible()
  expect(document.title).toMatch(/^Resultado de examen · /)
})

test.each([
  [
    [glucose, sodium, { ...sodium, code: 'K' }],
    '0 de 3 resultados dentro del rango. 1 resultado está sobre el rango de referencia. 2 resultados están bajo el rango de referencia.',
  ],
  [
    [buildExamResult(), aspect],
    '1 de 1 resultado dentro del rango. 1 resultado se informa sin compararse con un rango.',
  ],
])('the first line counts the results inside and outside their range (%#)', async (results, line) => {
  await openWith(...results)
  const note = await screen.findByText(
    (_, element) => element?.tagName === 'P' && element.textContent.trim() === line,
  )
  expect(note).toBeVisible()
})

test('a measure shows value, unit and range with the laboratory’s decimals, and a line that says so in a sentence', async () => {
  await openWith(buildExamResult(), glucose)
  const creatinine = await row('Creatinina')
  expect(creatinine.getByText('0,78')).toBeVisible()
  expect(creatinine.getByText(/0,50 a 0,90 mg\/dL/)).toBeVisible()
  expect(creatinine.getByText('Dentro del rango')).toBeVisible()
  const sentence = 'Glicemia en ayunas: 108 mg/dL, sobre el rango de referencia, 70 a 99 mg/dL.'
  expect(screen.getByRole('img', { name: sentence })).toBeVisible()
})

describe('a result is shown as the laboratory reported it', () => {
  const reported = (number: string, more: Partial<ReportedResult> = {}): ReportedResult => ({
    ...buildExamResult().reported,
    value: { kind: 'number', number, comparator: null },
    unit: 'ng/mL',
    ranges: [],
    ...more,
  })
  const limit = (number: string) => ({ number, comparator: null, unit: null, ucum: null })
  const range = (low: string, high: string, applies_to: string) => ({
    low: limit(low),
    high: limit(high),
    text: null,
    type: null,
    applies_to: [{ text: applies_to, codes: [] }],
    age_low: null,
    age_high: null,
  })
  const open = async (more: Parameters<typeof buildExamResult>[0]) => {
    await openWith(buildExamResult(more))
    return row('Creatinina')
  }

  test('a bounded value is shown with its sign, read aloud with its words, and not placed on a line', async () => {
    const value = { kind: 'number', number: '0.01', comparator: '<' } as const
    const measure = await open({ reported: reported('0', { value }) })
    expect(measure.getByText('< 0,01 ng/mL')).toBeVisible()
    expect(measure.getByText('menor que 0,01 ng/mL')).toBeInTheDocument()
    expect(measure.queryByRole('img')).not.toBeInTheDocument()
  })

  test('several ranges are listed with whom they are for, and none is taken for a flag', async () => {
    const ranges = [range('0.1', '2.5', 'Primer trimestre'), range('0.2', '3', 'Segundo trimestre')]
    const measure = await open({ reported: reported('3', { ranges }) })
    expect(measure.getByText(/Primer trimestre: 0,1 a 2,5 ng\/mL/)).toBeVisible()
    expect(measure.getByText(/Segundo trimestre: 0,2 a 3 ng\/mL/)).toBeVisible()
    expect(measure.queryByText(/el rango/)).not.toBeInTheDocument()
  })

  test('a preliminary value is marked, with its note and its method, and a corrected one shows what it was before', async () => {
    const more = { status: 'preliminary' as const, notes: ['Repetir en ayunas'], method: 'ECLIA' }
    const earlier = [{ name: 'Aspecto', reported: reported('1'), replaced_on: '2026-11-12' }]
    await openWith(
      buildExamResult({ reported: reported('2', more) }),
      buildExamResult({
        code: 'ASP',
        name: 'Aspecto',
        reported: reported('9', { status: 'corrected' }),
        earlier,
      }),
    )
    const measure = await row('Creatinina')
    for (const text of ['Preliminar', 'Nota: Repetir en ayunas', 'Método: ECLIA'])
      expect(measure.getByText(text)).toBeVisible()
    expect((await row('Aspecto')).getByText('Corregido el 12/11/2026 · antes: 1 ng/mL')).toBeVisible()
  })
})

test.each([
  [{ status: 'preliminary' }, ['Informe preliminar.', 'Puede cambiar cuando el médico lo termine.']],
  [{ status: 'amended', corrected_on: '21/11/2026' }, ['Informe corregido el 21/11/2026.']],
] as const)(
  'a report that can still change or was corrected says so above its text, which comes before the PDF without the sender’s markup: %j',
  async (exam, said) => {
    const results = buildExamResults([])
    const cell = (text: string, is_header: boolean) => ({ text, is_header, columns: 1, rows: 1 })
    const report: ExamResults['report'] = [
      { kind: 'heading', level: 1, text: 'Hallazgos' },
      { kind: 'paragraph', text: 'Sin <b>nódulos</b>.' },
      { kind: 'list', items: [{ marker: '1.', level: 1, text: 'Hígado normal' }] },
      { kind: 'table', caption: 'Medidas', rows: [[cell('Largo', true)], [cell('10 cm', false)]] },
    ]
    const shown = { ...results, type: 'imaging' as const, exam: { ...results.exam, ...exam }, report }
    mockEndpoint(examEndpoints.resultsByKey, { ...shown, conclusion: 'Sin lesiones.' })
    await renderPage('/visor/la-llave')
    expect(await screen.findByRole('heading', { level: 3, name: 'Hallazgos' })).toBeVisible()
    for (const text of [...said, 'Sin lesiones.']) expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByRole('listitem')).toHaveTextContent('1. Hígado normal')
    const table = within(screen.getByRole('table', { name: 'Medidas' }))
    expect(table.getByRole('columnheader', { name: 'Largo' })).toBeVisible()
    expect(table.getByRole('cell', { name: '10 cm' })).toBeVisible()
    const text = screen.getByText('Sin <b>nódulos</b>.')
    const pdf = screen.getByRole('link', { name: 'Descargar PDF' })
    expect(text.compareDocumentPosition(pdf) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  },
)

test('the trend expands by keyboard as a chart described in words, and can be read as a table, latest first', async () => {
  const { user } = await openWith(buildExamResult(), glucose)
  const creatinine = await row('Creatinina')
  creatinine.getByRole('button', { name: 'Evolución de Creatinina' }).focus()
  await user.keyboard('{Enter}')
  const described =
    'Gráfico de creatinina en mg/dL. 11/08/2025: 0,70; 20/11/2026: 0,78. Rango de referencia 0,50 a 0,90.'
  expect(await creatinine.findByRole('img', { name: described })).toBeVisible()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(creatinine.queryByText('Evolución de creatinina')).not.toBeInTheDocument())
  const measure = await row('Glicemia en ayunas')
  await user.click(measure.getByRole('button', { name: 'Tabla' }))
  const table = measure.getByRole('table', { name: 'Evolución de glicemia en ayunas' })
  const lines = within(table)
    .getAllByRole('row')
    .map((line) => line.textContent)
  expect(lines).toEqual([
    'FechaResultado (mg/dL)Según su rango',
    '20/11/2026108Sobre el rango · 70 a 99',
    '11/08/202592Dentro del rango · 70 a 99',
  ])
  await user.click(measure.getByRole('button', { name: 'Gráfico' }))
  expect(measure.queryByRole('table')).not.toBeInTheDocument()
})

test('results that fail to load can be retried, and an exam without a file offers no download', async () => {
  mockEndpoint(examEndpoints.resultsByKey, new ApiError('unavailable'))
  const { user } = await renderPage('/visor/la-llave')
  expect(await screen.findByText('Error server al ver examen')).toBeVisible()
  mockEndpoint(examEndpoints.resultsByKey, { ...buildExamResults([glucose]), pdf_url: null })
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  expect(await screen.findByText('Glicemia en ayunas')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Descargar PDF' })).not.toBeInTheDocument()
})

test('a viewer whose key has expired says so and links back to the exams', async () => {
  mockEndpoint(examEndpoints.resultsByKey, new ApiError('notFound'))
  await renderPage('/visor/la-llave')
  expect(await screen.findByText('El acceso a este examen ya venció')).toBeVisible()
  const back = screen.getByRole('link', { name: 'Ir a Mis Exámenes' })
  expect(back).toHaveAttribute('href', '/dashboard/mis-examenes')
})

import { ApiError } from '@mi-portal/contract/api-error'
import { type ExamResults, examEndpoints } from '@mi-portal/contract/exams'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
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
const sodium = buildExamResult({
  code: 'NA',
  name: 'Sodio',
  value: 133,
  unit: 'mmol/L',
  decimals: 0,
  reference: { low: 136, high: 145, text: null },
  position: 'low',
  history: [{ date: '2026-11-20', value: 133 }],
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

describe('the first line', () => {
  test.each([
    [
      [glucose, buildExamResult()],
      '1 de 2 resultados dentro del rango. 1 resultado está sobre el rango de referencia.',
    ],
    [
      [glucose, sodium, { ...sodium, code: 'K' }],
      '0 de 3 resultados dentro del rango. 1 resultado está sobre el rango de referencia. 2 resultados están bajo el rango de referencia.',
    ],
    [[buildExamResult()], '1 de 1 resultado dentro del rango.'],
    [
      [buildExamResult(), aspect],
      '1 de 1 resultado dentro del rango. 1 resultado se informa sin compararse con un rango.',
    ],
    [[aspect], '1 resultado informado.'],
  ])('the first line counts the results inside and outside their range (%#)', async (results, line) => {
    await openWith(...results)
    const note = await screen.findByText(
      (_, element) => element?.tagName === 'P' && element.textContent.trim() === line,
    )
    expect(note).toBeVisible()
  })
})

describe('a measure', () => {
  test('a measure shows its value with a decimal comma, its unit and its range with the laboratory’s decimals', async () => {
    await openWith(buildExamResult())
    const creatinine = await row('Creatinina')
    expect(creatinine.getByText('0,78')).toBeVisible()
    expect(creatinine.getByText(/0,50 a 0,90 mg\/dL/)).toBeVisible()
    expect(creatinine.getByText('Dentro del rango')).toBeVisible()
  })

  test('a measure is placed on a line whose label says value, position and range in a sentence', async () => {
    await openWith(glucose)
    expect(
      await screen.findByRole('img', {
        name: 'Glicemia en ayunas: 108 mg/dL, sobre el rango de referencia, 70 a 99 mg/dL.',
      }),
    ).toBeVisible()
  })
})

describe('a result is shown as the laboratory reported it', () => {
  const reported = (value: ReportedResult['value'], more: Partial<ReportedResult> = {}): ReportedResult => ({
    ...buildExamResult().reported,
    value,
    unit: 'ng/mL',
    ranges: [],
    ...more,
  })
  const below = reported({ kind: 'number', number: '0.01', comparator: '<' })
  const words = (text: string) => ({ text, codes: [] })
  const limit = (number: string) => ({ number, comparator: null, unit: null, ucum: null })
  const range = (low: string, high: string, applies_to: string[] = []) => ({
    low: limit(low),
    high: limit(high),
    text: null,
    type: null,
    applies_to: applies_to.map(words),
    age_low: null,
    age_high: null,
  })

  test('a bounded value is shown with its sign, read aloud with its words, and not placed on a line', async () => {
    await openWith(buildExamResult({ reported: below }))
    const measure = await row('Creatinina')
    expect(measure.getByText('< 0,01 ng/mL')).toBeVisible()
    expect(measure.getByText('menor que 0,01 ng/mL')).toBeInTheDocument()
    expect(measure.queryByRole('img')).not.toBeInTheDocument()
  })

  test('several ranges are listed with whom they are for, and none is taken for a flag', async () => {
    const ranges = [range('0.1', '2.5', ['Primer trimestre']), range('0.2', '3', ['Segundo trimestre'])]
    const value = { kind: 'number', number: '3', comparator: null } as const
    await openWith(buildExamResult({ reported: reported(value, { ranges }) }))
    const measure = await row('Creatinina')
    expect(measure.getByText(/Primer trimestre: 0,1 a 2,5 ng\/mL/)).toBeVisible()
    expect(measure.getByText(/Segundo trimestre: 0,2 a 3 ng\/mL/)).toBeVisible()
    expect(measure.queryByText(/el rango/)).not.toBeInTheDocument()
  })

  test('a preliminary value is marked, with its note and its method', async () => {
    const more = { status: 'preliminary', notes: ['Repetir en ayunas'], method: 'ECLIA' } as const
    await openWith(
      buildExamResult({
        reported: reported({ kind: 'text', text: 'Turbio' }, { ...more, notes: [...more.notes] }),
      }),
    )
    const measure = await row('Creatinina')
    expect(measure.getByText('Preliminar')).toBeVisible()
    expect(measure.getByText('Nota: Repetir en ayunas')).toBeVisible()
    expect(measure.getByText('Método: ECLIA')).toBeVisible()
  })

  test('a corrected value shows what it was before and when it was corrected', async () => {
    const before = reported({ kind: 'number', number: '1', comparator: null })
    const after = reported({ kind: 'number', number: '99', comparator: null }, { status: 'corrected' })
    const earlier = [{ name: 'Creatinina', reported: before, replaced_on: '2026-11-12' }]
    await openWith(buildExamResult({ reported: after, earlier }))
    expect((await row('Creatinina')).getByText('Corregido el 12/11/2026 · antes: 1 ng/mL')).toBeVisible()
  })

  test('a conclusion is shown, and a report that can still change says so', async () => {
    const results = buildExamResults([])
    const exam = { ...results.exam, status: 'preliminary' as const }
    mockEndpoint(examEndpoints.resultsByKey, { ...results, exam, conclusion: 'Sin lesiones.' })
    await renderPage('/visor/la-llave')
    expect(await screen.findByRole('heading', { level: 2, name: 'Conclusión' })).toBeVisible()
    expect(screen.getByText('Sin lesiones.')).toBeVisible()
    expect(screen.getByText('Informe preliminar.')).toBeVisible()
  })
})

describe('the text of a report', () => {
  const report: ExamResults['report'] = [
    { kind: 'heading', level: 1, text: 'Hallazgos' },
    { kind: 'heading', level: 2, text: 'Riñones' },
    { kind: 'paragraph', text: 'Sin <b>nódulos</b>.' },
    {
      kind: 'list',
      items: [
        { marker: '1.', level: 1, text: 'Hígado normal' },
        { marker: null, level: 2, text: 'Bazo normal' },
      ],
    },
    {
      kind: 'table',
      caption: 'Medidas',
      rows: [
        [
          { text: 'Riñón', is_header: true, columns: 1, rows: 1 },
          { text: 'Largo', is_header: true, columns: 1, rows: 1 },
        ],
        [
          { text: 'Derecho', is_header: false, columns: 1, rows: 1 },
          { text: '10 cm', is_header: false, columns: 1, rows: 1 },
        ],
      ],
    },
    { kind: 'missing', what: 'image', text: 'Corte axial' },
  ]

  async function openReport(more: Partial<ExamResults> = {}) {
    mockEndpoint(examEndpoints.resultsByKey, { ...buildExamResults([]), type: 'imaging', report, ...more })
    await renderPage('/visor/la-llave')
    await screen.findByRole('heading', { level: 2, name: 'Informe' })
  }

  test('the text has headings, lists and tables, shows no markup of the sender, and comes before the PDF', async () => {
    await openReport()
    expect(screen.getByRole('heading', { level: 3, name: 'Hallazgos' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 4, name: 'Riñones' })).toBeVisible()
    const text = screen.getByText('Sin <b>nódulos</b>.')
    expect(text).toBeVisible()
    expect(screen.getAllByRole('listitem').map((one) => one.textContent.trim())).toEqual([
      '1. Hígado normal',
      'Bazo normal',
    ])
    const table = within(screen.getByRole('table', { name: 'Medidas' }))
    expect(table.getByRole('columnheader', { name: 'Largo' })).toBeVisible()
    expect(table.getByRole('cell', { name: '10 cm' })).toBeVisible()
    const pdf = screen.getByRole('link', { name: 'Descargar PDF' })
    expect(text.compareDocumentPosition(pdf) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.getByText(/El documento firmado es el PDF/)).toBeVisible()
  })

  test('a preliminary or corrected report says so above its text', async () => {
    const { exam } = buildExamResults([])
    await openReport({ exam: { ...exam, status: 'preliminary' } })
    expect(screen.getByText('Puede cambiar cuando el médico lo termine.')).toBeVisible()
    cleanup()
    await openReport({ exam: { ...exam, status: 'amended', corrected_on: '21/11/2026' } })
    expect(screen.getByText('Informe corregido el 21/11/2026.')).toBeVisible()
  })
})

describe('the trend of a measure', () => {
  test('the trend expands by keyboard, as a chart with a full description in words', async () => {
    const { user } = await openWith(buildExamResult())
    const creatinine = await row('Creatinina')
    creatinine.getByRole('button', { name: 'Evolución de Creatinina' }).focus()
    await user.keyboard('{Enter}')
    expect(
      await creatinine.findByRole('img', {
        name: 'Gráfico de creatinina en mg/dL. 11/08/2025: 0,70; 20/11/2026: 0,78. Rango de referencia 0,50 a 0,90.',
      }),
    ).toBeVisible()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(creatinine.queryByText('Evolución de creatinina')).not.toBeInTheDocument())
  })

  test('the trend can be read as a table, latest first', async () => {
    const { user } = await openWith(glucose)
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
})

test('an exam without a file offers no download', async () => {
  mockEndpoint(examEndpoints.resultsByKey, { ...buildExamResults([glucose]), pdf_url: null })
  await renderPage('/visor/la-llave')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('link', { name: 'Descargar PDF' })).not.toBeInTheDocument()
})

test('a viewer whose key has expired says so and links back to the exams', async () => {
  mockEndpoint(examEndpoints.resultsByKey, new ApiError('notFound'))
  await renderPage('/visor/la-llave')
  expect(await screen.findByText('El acceso a este examen ya venció')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir a Mis Exámenes' })).toHaveAttribute(
    'href',
    '/dashboard/mis-examenes',
  )
})

test('results that fail to load can be retried', async () => {
  mockEndpoint(examEndpoints.resultsByKey, new ApiError('unavailable'))
  const { user } = await renderPage('/visor/la-llave')
  expect(await screen.findByText('Error server al ver examen')).toBeVisible()
  mockEndpoint(examEndpoints.resultsByKey, buildExamResults([glucose]))
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  expect(await screen.findByText('Glicemia en ayunas')).toBeVisible()
})

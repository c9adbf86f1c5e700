import { examEndpoints } from '@mi-portal/contract/exams'
import { Failure } from '@mi-portal/contract/failure'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answer, asked } from '../../../../test/answer.ts'
import { signInAs } from '../../../../test/build.ts'
import { open } from '../../../../test/open.tsx'
import { buildMeasure, buildResults } from '../../../../test/record.ts'
import { currentUser } from '../../../lib/session.ts'

// There is no canvas to draw on here; the browser journeys look at the drawing.
vi.mock('uplot', () => ({
  default: class {
    setSize() {}
    destroy() {}
  },
}))

const glucose = buildMeasure({
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
const sodium = buildMeasure({
  code: 'NA',
  name: 'Sodio',
  value: 133,
  unit: 'mmol/L',
  decimals: 0,
  reference: { low: 136, high: 145, text: null },
  position: 'low',
  history: [{ date: '2026-11-20', value: 133 }],
})
const aspect = buildMeasure({
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

async function openWith(...results: Parameters<typeof buildResults>[0]) {
  answer(examEndpoints.resultsByKey, buildResults(results))
  return open('/visor/la-llave')
}

const row = async (name: string) => {
  const item = (await screen.findByRole('heading', { level: 2, name })).closest('li')
  if (!item) throw new Error(`no row of ${name}`)
  return within(item)
}

test('the viewer asks with its key alone, even where somebody is signed in, and leaves their session as it is', async () => {
  signInAs()
  answer(examEndpoints.resultsByKey, new Failure('noSession'))
  await open('/visor/la-llave')
  expect(await screen.findByText('La sesión ha expirado')).toBeVisible()
  expect(asked(examEndpoints.resultsByKey)[0]?.params).toEqual({ key: 'la-llave' })
  expect(asked(examEndpoints.resultsByKey)[0]?.headers.has('x-token')).toBe(false)
  expect(currentUser()).not.toBeNull()
})

test('on its own the viewer names exam, day, doctor and patient itself, but never in the window’s title', async () => {
  await openWith(glucose)
  expect(await screen.findByRole('heading', { level: 1, name: 'Perfil bioquímico' })).toBeVisible()
  expect(screen.getByText('Camila Andrea Fuentes Rojas · 12345678-5')).toBeVisible()
  expect(document.title).toMatch(/^Resultado de laboratorio · /)
})

describe('the first line', () => {
  test.each([
    [
      [glucose, buildMeasure()],
      '1 de 2 resultados dentro del rango. 1 resultado está sobre el rango de referencia.',
    ],
    [
      [glucose, sodium, { ...sodium, code: 'K' }],
      '0 de 3 resultados dentro del rango. 1 resultado está sobre el rango de referencia. 2 resultados están bajo el rango de referencia.',
    ],
    [[buildMeasure()], '1 de 1 resultado dentro del rango.'],
    [
      [buildMeasure(), aspect],
      '1 de 1 resultado dentro del rango. 1 resultado se informa sin compararse con un rango.',
    ],
    [[aspect], '1 resultado informado.'],
  ])('counts what lies inside and outside (%#)', async (results, line) => {
    await openWith(...results)
    const note = await screen.findByText(
      (_, element) => element?.tagName === 'P' && element.textContent.trim() === line,
    )
    expect(note).toBeVisible()
  })
})

describe('a measure', () => {
  test('shows its value with a decimal comma, its unit and its range with the laboratory’s decimals', async () => {
    await openWith(buildMeasure())
    const creatinine = await row('Creatinina')
    expect(creatinine.getByText('0,78')).toBeVisible()
    expect(creatinine.getByText(/0,50 a 0,90 mg\/dL/)).toBeVisible()
    expect(creatinine.getByText('Dentro del rango')).toBeVisible()
  })

  test('over or under its range says so in words', async () => {
    await openWith(glucose, sodium)
    expect((await row('Glicemia en ayunas')).getByText('Sobre el rango')).toBeVisible()
    expect((await row('Sodio')).getByText('Bajo el rango')).toBeVisible()
  })

  test('stands on its line, which says the same as a sentence', async () => {
    await openWith(glucose)
    expect(
      await screen.findByRole('img', {
        name: 'Glicemia en ayunas: 108 mg/dL, sobre el rango de referencia, 70 a 99 mg/dL.',
      }),
    ).toBeVisible()
  })

  test.each([
    [{ low: null, high: 200, text: null }, 'hasta 200 mg/dL'],
    [{ low: 40, high: null, text: null }, 'desde 40 mg/dL'],
  ])('with one limit only names that one', async (reference, text) => {
    await openWith({ ...glucose, reference, position: 'in', history: [] })
    const measure = await row('Glicemia en ayunas')
    expect(measure.getByText(new RegExp(text))).toBeVisible()
    expect(
      measure.getByRole('img', { name: new RegExp(`dentro del rango de referencia, ${text}`) }),
    ).toBeVisible()
  })

  test('in words has neither line nor tag', async () => {
    await openWith(aspect)
    const words = await row('Aspecto')
    expect(words.getByText('Ligeramente turbio')).toBeVisible()
    expect(words.getByText(/Límpido/)).toBeVisible()
    expect(words.queryByRole('img')).not.toBeInTheDocument()
    expect(words.queryByText(/el rango/)).not.toBeInTheDocument()
  })

  test('known once only has no course to unfold', async () => {
    await openWith(sodium)
    expect((await row('Sodio')).queryByRole('button')).not.toBeInTheDocument()
  })
})

describe('the course of a measure', () => {
  test('stands open for the first that lies outside its range, folded for the others', async () => {
    await openWith(buildMeasure(), glucose)
    expect((await row('Glicemia en ayunas')).getByRole('button', { name: /^Evolución/ })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    expect((await row('Creatinina')).getByRole('button', { name: /^Evolución/ })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
  })

  test('unfolds by keyboard, as a chart with everything it shows in words', async () => {
    const { user } = await openWith(buildMeasure())
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

  test('can be read as a table, latest first', async () => {
    const { user } = await openWith(glucose)
    const measure = await row('Glicemia en ayunas')
    await user.click(measure.getByRole('button', { name: 'Tabla' }))
    const table = measure.getByRole('table', { name: 'Evolución de glicemia en ayunas' })
    const lines = within(table)
      .getAllByRole('row')
      .map((line) => line.textContent)
    expect(lines).toEqual([
      'FechaResultado (mg/dL)Rango actual',
      '20/11/2026108Sobre el rango',
      '11/08/202592Dentro del rango',
    ])
    await user.click(measure.getByRole('button', { name: 'Gráfico' }))
    expect(measure.queryByRole('table')).not.toBeInTheDocument()
  })
})

test('the viewer ends with what the ranges mean, and the PDF', async () => {
  await openWith(glucose)
  expect(await screen.findByText(/revísalo con tu médico tratante/)).toBeVisible()
  const link = screen.getByRole('link', { name: 'Descargar PDF' })
  expect(link).toHaveAttribute('href', '/api/exams/files/llave-del-archivo')
  expect(link).toHaveAttribute('download')
})

test('an exam without a file offers none', async () => {
  answer(examEndpoints.resultsByKey, { ...buildResults([glucose]), pdf_url: null })
  await open('/visor/la-llave')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('link', { name: 'Descargar PDF' })).not.toBeInTheDocument()
})

test('a key that has run out says so plainly and leads back', async () => {
  answer(examEndpoints.resultsByKey, new Failure('notFound'))
  await open('/visor/la-llave')
  expect(await screen.findByText('El acceso a este examen ya venció')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ir a Mis Exámenes' })).toHaveAttribute(
    'href',
    '/dashboard/mis-examenes',
  )
})

test('results that cannot be fetched can be asked for again', async () => {
  answer(examEndpoints.resultsByKey, new Failure('unavailable'))
  const { user } = await open('/visor/la-llave')
  expect(await screen.findByText('Error server al ver examen')).toBeVisible()
  answer(examEndpoints.resultsByKey, buildResults([glucose]))
  await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  expect(await screen.findByText('Glicemia en ayunas')).toBeVisible()
})

import { ApiError } from '@mi-portal/contract/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { examShareEndpoints } from '@mi-portal/contract/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import {
  buildCreatedShare,
  buildExam,
  buildExamResult,
  buildExamResults,
  buildExamsPage,
} from '../../../test/record.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const page = '/dashboard/mis-examenes/laboratorio'
const blood = buildExam()
const thyroid = buildExam({ attention_id: 32, type_exam: 'Perfil tiroideo' })
const other = buildExam({
  attention_id: 33,
  attention_number: 'A-1',
  type_exam: 'Hemograma',
  date: '02/03/2025',
})

function fakeTab() {
  const tab = { opener: {}, close: vi.fn(), location: { replace: vi.fn() } }
  const opened = vi.spyOn(window, 'open')
  Reflect.apply(opened.mockReturnValue, opened, [tab])
  return tab
}

describe('the list of exams by visit', () => {
  test('exams of one visit are in one region, and another visit has its own', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood, thyroid, other]))
    await renderPortal(page, { as: 'patient' })
    const visit = await screen.findByRole('region', { name: /^20\/11\/2026/ })
    expect(within(visit).getAllByRole('rowheader')).toHaveLength(2)
    expect(
      within(screen.getByRole('region', { name: /^02\/03\/2025/ })).getAllByRole('rowheader'),
    ).toHaveLength(1)
  })

  test('the PDF of an exam opens in a tab from its row, and an exam without a document has no such button', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood, { ...thyroid, has_document: false }]))
    mockEndpoint(examEndpoints.documents, { documents: [{ name: 'a.pdf', url: '/api/exams/files/llave' }] })
    const tab = fakeTab()
    const { user } = await renderPortal(page, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^PDF de Perfil bioquímico/ }))
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith(`${window.location.origin}/api/exams/files/llave`),
    )
    expect(screen.queryByRole('button', { name: /^PDF de Perfil tiroideo/ })).not.toBeInTheDocument()
  })

  test('a document that cannot be opened closes the empty tab and says what to do', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood]))
    mockEndpoint(examEndpoints.documents, { documents: [] })
    const tab = fakeTab()
    const { user } = await renderPortal(page, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^PDF de/ }))
    expect(await screen.findByText(/no tiene un documento que puedas abrir aquí/)).toBeVisible()
    expect(tab.close).toHaveBeenCalled()
  })

  test('the documents of a visit are downloaded in one act', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood, thyroid]))
    mockEndpoint(examEndpoints.visit, {
      attention_number: 'A-204817',
      exams: [{ ...blood, type: 'laboratory' }],
      url_file: '/api/exams/visits/files/llave',
    })
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`)
    })
    const { user } = await renderPortal(page, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^Descargar todo lo de la atención/ }))
    await waitFor(() => expect(clicked).toHaveLength(1))
    expect(clicked[0]).toMatch(/\/api\/exams\/visits\/files\/llave true$/)
  })

  test('a visit without documents says so and downloads nothing', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood]))
    mockEndpoint(examEndpoints.visit, {
      attention_number: 'A-204817',
      exams: [{ ...blood, has_document: false, type: 'laboratory' }],
      url_file: '/api/exams/visits/files/llave',
    })
    const { user } = await renderPortal(page, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^Descargar todo lo de la atención/ }))
    expect(await screen.findByText(/no tienen documentos que puedas descargar/)).toBeVisible()
  })

  async function openVisitSharing() {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood, thyroid]))
    mockEndpoint(examEndpoints.visit, {
      attention_number: 'A-204817',
      exams: [
        { ...blood, type: 'laboratory' },
        { ...other, attention_id: 40, type_exam: 'Ecografía abdominal', type: 'imaging' },
        { ...thyroid, type: 'laboratory' },
      ],
      url_file: '/api/exams/visits/files/llave',
    })
    mockEndpoint(catalogueEndpoints.examRelationships, {
      typeRelationshipExams: [{ id: 3, name: 'Familiar' }],
    })
    mockEndpoint(examShareEndpoints.send, { share: buildCreatedShare() })
    const { user } = await renderPortal(page, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^Compartir todo lo de la atención/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compartir exámenes' }))
    const choice = (name: RegExp) => dialog.findByRole('checkbox', { name })
    const fill = async () => {
      await user.type(dialog.getByRole('textbox', { name: /E-mail/ }), 'luis@ejemplo.cl')
      await user.click(await dialog.findByRole('radio', { name: 'Familiar' }))
      await user.click(dialog.getByRole('checkbox', { name: /^Autorizo/ }))
    }
    const submit = () => user.click(dialog.getByRole('button', { name: 'Compartir' }))
    return { user, dialog, choice, fill, submit }
  }

  test('all exams of a visit are chosen at first, and are shared with one link', async () => {
    const { dialog, choice, fill, submit } = await openVisitSharing()
    for (const name of [/Ecografía abdominal/, new RegExp(blood.type_exam), new RegExp(thyroid.type_exam)])
      expect(await choice(name)).toBeChecked()
    expect(dialog.getByRole('group', { name: 'Exámenes que se compartirán' })).toBeVisible()
    await fill()
    await submit()
    await screen.findByRole('dialog', { name: 'Los exámenes fueron compartidos con éxito' })
    const [call] = requestsTo(examShareEndpoints.send)
    expect(call?.params).toMatchObject({ attention_id: String(blood.attention_id), type: 'laboratory' })
    expect(call?.body).toMatchObject({
      other_exams: [40, thyroid.attention_id],
      consent_version: '2-atencion',
    })
  })

  test('exams that the patient leaves out are not shared, and another choice asks for the consent again', async () => {
    const { user, dialog, choice, fill, submit } = await openVisitSharing()
    await fill()
    await user.click(await choice(new RegExp(blood.type_exam)))
    expect(
      dialog.getByRole('checkbox', { name: /los exámenes de esta atención que elegí/ }),
    ).not.toBeChecked()
    await user.click(await choice(new RegExp(thyroid.type_exam)))
    await user.click(dialog.getByRole('checkbox', { name: /Autorizo .* vea este examen/ }))
    await submit()
    await screen.findByRole('dialog', { name: 'El examen fue compartido con éxito' })
    const [call] = requestsTo(examShareEndpoints.send)
    expect(call?.params).toMatchObject({ attention_id: '40', type: 'imaging' })
    expect(call?.body).toMatchObject({ other_exams: [], consent_version: '1' })
  })

  test('without any exam the form says so beside the exams, and sends nothing', async () => {
    const { user, dialog, choice, fill, submit } = await openVisitSharing()
    for (const name of [/Ecografía abdominal/, new RegExp(blood.type_exam), new RegExp(thyroid.type_exam)])
      await user.click(await choice(name))
    await fill()
    await submit()
    expect(await dialog.findByText('Elige al menos un examen')).toBeVisible()
    await waitFor(async () => expect(await choice(new RegExp(blood.type_exam))).toHaveFocus())
    expect(requestsTo(examShareEndpoints.send)).toHaveLength(0)
    expect(dialog.getByRole('textbox', { name: /E-mail/ })).toHaveValue('luis@ejemplo.cl')
  })

  test('an exam that can no longer be shared is reported beside the exams, and the choice is kept', async () => {
    const { user, choice, fill, submit } = await openVisitSharing()
    await user.click(await choice(/Ecografía abdominal/))
    await fill()
    const msg = 'Uno de los exámenes ya no se puede compartir. Revisa tu selección'
    mockEndpoint(
      examShareEndpoints.send,
      new ApiError('invalid', { fieldErrors: [{ msg, param: 'other_exams' }] }),
    )
    await submit()
    await user.click(await screen.findByRole('button', { name: 'Volver al formulario' }))
    const again = within(await screen.findByRole('dialog', { name: 'Compartir exámenes' }))
    expect(await again.findByText(msg)).toBeVisible()
    expect(again.getByRole('checkbox', { name: /Ecografía abdominal/ })).not.toBeChecked()
    expect(again.getByRole('checkbox', { name: new RegExp(blood.type_exam) })).toBeChecked()
  })
})

describe('searching exams', () => {
  test('a search sends text and year, keeps the text out of the address, and can be removed', async () => {
    mockEndpoint(examEndpoints.list, ({ query }) => buildExamsPage(query.get('q') === 'tsh' ? [] : [blood]))
    const { user, path } = await renderPortal(page, { as: 'patient' })
    await user.type(await screen.findByRole('searchbox', { name: /Busca un examen/ }), 'tsh{Enter}')
    expect(await screen.findByText('No encontramos exámenes con esta búsqueda')).toBeVisible()
    expect(path()).toBe(page)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Año' }), '2025')
    await waitFor(() => expect(path()).toBe(`${page}?anio=2025`))
    const last = requestsTo(examEndpoints.list).at(-1)?.query
    expect([last?.get('q'), last?.get('year')]).toEqual(['tsh', '2025'])
    await user.click(await screen.findByRole('button', { name: 'Quitar búsqueda y filtros' }))
    expect(await screen.findByText('Perfil bioquímico')).toBeVisible()
    expect(path()).toBe(page)
  })

  test('an address with a year opens the filtered list', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood]))
    await renderPortal(`${page}?anio=2026`, { as: 'patient' })
    expect(await screen.findByRole('combobox', { name: 'Año' })).toHaveValue('2026')
    expect(requestsTo(examEndpoints.list)[0]?.query.get('year')).toBe('2026')
  })
})

describe('comparing two dates', () => {
  const number = (value: string, unit = 'mg/dL', comparator: '<' | null = null) => ({
    ...buildExamResult().reported,
    unit,
    ucum: unit,
    value: { kind: 'number' as const, number: value, comparator },
  })
  const reportOf = (exam: typeof blood, results: Parameters<typeof buildExamResults>[0]) => {
    const built = buildExamResults(results)
    return { ...built, exam: { ...built.exam, ...exam } }
  }

  test('two exams are compared side by side, with a difference only where unit and value allow it', async () => {
    const before = { ...other, type_exam: 'Perfil bioquímico' }
    const exams = [blood, before]
    mockEndpoint(examEndpoints.list, buildExamsPage(exams))
    mockEndpoint(examEndpoints.results, ({ params }) =>
      params.attention_id === '33'
        ? reportOf(before, [
            buildExamResult({ code: 'CRE', name: 'Creatinina', reported: number('0.80') }),
            buildExamResult({ code: 'COL', name: 'Colesterol', reported: number('5.1', 'mmol/L') }),
            buildExamResult({ code: 'PCR', name: 'Proteína C', reported: number('5', 'mg/L', '<') }),
          ])
        : reportOf(blood, [
            buildExamResult({ code: 'CRE', name: 'Creatinina', reported: number('0.95') }),
            buildExamResult({ code: 'COL', name: 'Colesterol', reported: number('190') }),
            buildExamResult({ code: 'PCR', name: 'Proteína C', reported: number('7', 'mg/L') }),
            buildExamResult({ code: 'SOLO', name: 'Solo aquí', reported: number('1') }),
          ]),
    )
    const { user, path } = await renderPortal(page, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'Comparar' }))
    const dialog = await screen.findByRole('dialog', { name: 'Comparar dos fechas' })
    await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Primer examen' }), '33')
    await waitFor(() =>
      expect(within(dialog).getByRole('combobox', { name: 'Segundo examen' })).toBeEnabled(),
    )
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Segundo examen' }), '31')
    const table = await within(dialog).findByRole('table')
    const cells = (name: RegExp) =>
      within(within(table).getByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    expect(cells(/^Creatinina/).at(-1)).toBe('+0,15 mg/dL')
    expect(cells(/^Colesterol/).at(-1)).toBe('Distinta unidad')
    expect(cells(/^Proteína C/).at(-1)).toBe('No se calcula')
    expect(cells(/^Proteína C/)[0]).toContain('< 5')
    expect(within(table).queryByText('Solo aquí')).not.toBeInTheDocument()
    expect(path()).toBe(`${page}?comparar=true&primero=33&segundo=31`)
  })

  test('a comparison shows the older exam first and its difference, also if the newer exam was chosen first', async () => {
    const before = { ...other, type_exam: 'Perfil bioquímico', date: '21/11/2025' }
    const creatinine = (value: string) => [
      buildExamResult({ code: 'CRE', name: 'Creatinina', reported: number(value) }),
    ]
    mockEndpoint(examEndpoints.list, buildExamsPage([blood, before]))
    mockEndpoint(examEndpoints.results, ({ params }) =>
      params.attention_id === '33'
        ? reportOf(before, creatinine('0.80'))
        : reportOf(blood, creatinine('0.95')),
    )
    await renderPortal(`${page}?comparar=true&primero=31&segundo=33`, { as: 'patient' })
    const table = within(await screen.findByRole('table', { name: /21\/11\/2025.*20\/11\/2026/ }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Medición',
      '21/11/2025',
      '20/11/2026',
      'Diferencia',
    ])
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('0,80'),
      expect.stringContaining('0,95'),
      '+0,15 mg/dL',
    ])
  })

  test('a patient with one exam reads that two are needed', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood]))
    await renderPortal(`${page}?comparar=true`, { as: 'patient' })
    expect(await screen.findByText(/necesitas al menos dos exámenes/)).toBeVisible()
  })
})

test('the printed list has the patient’s name and document on each sheet', async () => {
  mockEndpoint(examEndpoints.list, buildExamsPage([blood]))
  mockEndpoint(peopleEndpoints.one, { data: buildPatient({ first_name: 'Camila', last_name: 'Fuentes' }) })
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const { user } = await renderPortal(page, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Imprimir' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(screen.getByText(/^Camila Fuentes.* · Impreso el /)).toBeInTheDocument()
})

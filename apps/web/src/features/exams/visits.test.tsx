import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { examShareEndpoints } from '@mi-portal/contract/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import {
  buildCreatedShare,
  buildExam,
  buildExamResult,
  buildExamResults,
  buildExamsPage,
} from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/mis-examenes/laboratorio'
const blood = buildExam()
const thyroid = buildExam({ attention_id: 32, type_exam: 'Perfil tiroideo' })
const other = buildExam({
  attention_id: 33,
  attention_number: 'A-1',
  type_exam: 'Hemograma',
  date: '02/03/2025',
})

describe('the list of exams by visit', () => {
  test('exams of one visit are in one region, and another visit has its own', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood, thyroid, other]))
    await renderPage(page, { as: 'patient' })
    const visit = await screen.findByRole('region', { name: /^20\/11\/2026/ })
    expect(within(visit).getAllByRole('rowheader')).toHaveLength(2)
    expect(
      within(screen.getByRole('region', { name: /^02\/03\/2025/ })).getAllByRole('rowheader'),
    ).toHaveLength(1)
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
    const { user } = await renderPage(page, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^Descargar todo lo de la atención/ }))
    await waitFor(() => expect(clicked).toHaveLength(1))
    expect(clicked[0]).toMatch(/\/api\/exams\/visits\/files\/llave true$/)
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
    const { user } = await renderPage(page, { as: 'patient' })
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
})

describe('searching exams', () => {
  test('a search sends text and year, keeps the text out of the address, and can be removed', async () => {
    mockEndpoint(examEndpoints.list, ({ query }) => buildExamsPage(query.get('q') === 'tsh' ? [] : [blood]))
    const { user, path } = await renderPage(page, { as: 'patient' })
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
    const { user, path } = await renderPage(page, { as: 'patient' })
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
})

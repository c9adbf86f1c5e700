import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { examShareEndpoints } from '@mi-portal/contract/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { fill } from '../../../test/fill.ts'
import { buildCreatedShare, buildExam, buildExamsPage } from '../../../test/record.ts'
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

const visit = {
  attention_number: 'A-204817',
  exams: [
    { ...blood, type: 'laboratory' as const },
    { ...other, attention_id: 40, type_exam: 'Ecografía abdominal', type: 'imaging' as const },
    { ...thyroid, type: 'laboratory' as const },
  ],
  url_file: '/api/exams/visits/files/llave',
}

describe('sharing the exams of a visit', () => {
  async function openVisitSharing() {
    mockEndpoint(examEndpoints.list, buildExamsPage([blood, thyroid]))
    mockEndpoint(examEndpoints.visit, visit)
    mockEndpoint(catalogueEndpoints.examRelationships, {
      typeRelationshipExams: [{ id: 3, name: 'Familiar' }],
    })
    mockEndpoint(examShareEndpoints.send, { share: buildCreatedShare() })
    const { user } = await renderPage(page, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^Compartir todo lo de la atención/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Compartir exámenes' }))
    const choice = (name: RegExp) => dialog.findByRole('checkbox', { name })
    const fillForm = async () => {
      fill(dialog.getByRole('textbox', { name: /E-mail/ }), 'luis@ejemplo.cl')
      await user.click(await dialog.findByRole('radio', { name: 'Familiar' }))
      await user.click(dialog.getByRole('checkbox', { name: /^Autorizo/ }))
    }
    const submit = () => user.click(dialog.getByRole('button', { name: 'Compartir' }))
    return { user, dialog, choice, fillForm, submit }
  }

  test('all exams of a visit are chosen at first, and are shared with one link', async () => {
    const { dialog, choice, fillForm, submit } = await openVisitSharing()
    for (const name of [/Ecografía abdominal/, new RegExp(blood.type_exam), new RegExp(thyroid.type_exam)])
      expect(await choice(name)).toBeChecked()
    expect(dialog.getByRole('group', { name: 'Exámenes que se compartirán' })).toBeVisible()
    await fillForm()
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
    const { user, dialog, choice, fillForm, submit } = await openVisitSharing()
    await fillForm()
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

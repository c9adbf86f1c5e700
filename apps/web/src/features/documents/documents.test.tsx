import { ApiError } from '@mi-portal/contract/api-error'
import { documentEndpoints } from '@mi-portal/contract/documents'
import type { Reply } from '@mi-portal/contract/endpoint'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { expectNoDraft, isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/consultas-medicas/solicitar-documento'
const { request, list } = documentEndpoints

type Row = Reply<typeof list>['requests'][number]
const answered: Row = {
  id: 4,
  document: { id: 1, name: 'Certificado de atención' },
  patient_full_name: 'Camila Fuentes Rojas',
  comment: '',
  application_date: '2026-11-20T15:00:00Z',
  state: 'respondida',
  answer: 'Adjuntamos el certificado.',
  answered_at: '2026-11-21T15:00:00Z',
  files: [{ name: 'certificado.pdf', url: '/api/requests/files/12', scan_state: 'clean' as const }],
}

async function choose(user: Awaited<ReturnType<typeof renderPage>>['user'], field: string, option: string) {
  await screen.findByRole('option', { name: option })
  await user.selectOptions(screen.getByRole('combobox', { name: field }), option)
}

async function submit(user: Awaited<ReturnType<typeof renderPage>>['user']) {
  const dialog = await screen.findByRole('dialog', { name: 'Solicitar documento' })
  await user.click(within(dialog).getByRole('button', { name: 'Solicitar documento' }))
}

describe('the requested documents', () => {
  test('requested documents show their state, answer and files, which are downloaded with the session', async () => {
    mockEndpoint(list, { requests: [answered], total: 1, page: 1, limit: 5 })
    mockEndpoint(
      { ...list, path: '/requests/files/{file_id}', method: 'GET' } as never,
      (() => new Blob(['%PDF-1.7'])) as never,
    )
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { user } = await renderPage(page, { as: 'patient' })
    const row = await screen.findByRole('row', { name: /Certificado de atención/ })
    expect(within(row).getByText('Respondida')).toBeVisible()
    expect(within(row).getByText('Adjuntamos el certificado.')).toBeVisible()
    await user.click(within(row).getByRole('button', { name: 'Descargar certificado.pdf' }))
    await expect.poll(() => click).toHaveBeenCalled()
  })

  test('an empty list of requested documents says so', async () => {
    await renderPage(page, { as: 'patient' })
    expect(await screen.findByText('Aún no tienes documentos solicitados')).toBeVisible()
  })
})

describe('requesting a document', () => {
  test('the form of a document offers back what was typed, and forgets it once it is sent', async () => {
    mockEndpoint(request, { documentRequestId: 9 })
    const opened = await renderPage(page, { as: 'patient' })
    const { user } = opened
    const start = async () => user.click(await screen.findByRole('button', { name: 'Solicitar documento' }))
    await start()
    await choose(user, 'Documento', 'Certificado de atención')
    await user.type(screen.getByRole('textbox', { name: /Comentario/ }), 'Para mi trabajo')
    expect(isReloadConfirmed()).toBe(true)
    await leaveAndReturn(opened)
    await start()
    await restoreDraft(user)
    expect(await screen.findByRole('combobox', { name: 'Documento' })).toHaveDisplayValue(
      'Certificado de atención',
    )
    expect(screen.getByRole('textbox', { name: /Comentario/ })).toHaveValue('Para mi trabajo')
    await submit(user)
    await screen.findByRole('heading', { name: '¡Tu solicitud ha sido recibida con éxito!' })
    await leaveAndReturn(opened)
    await start()
    await screen.findByRole('dialog', { name: 'Solicitar documento' })
    expectNoDraft()
  })

  test('a document request says that it was received', async () => {
    mockEndpoint(request, { documentRequestId: 9 })
    const { user } = await renderPage(page, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'Solicitar documento' }))
    await choose(user, 'Documento', 'Certificado de atención')
    await user.type(screen.getByRole('textbox', { name: /Comentario/ }), 'Para mi trabajo')
    await submit(user)
    expect(
      await screen.findByRole('heading', { name: '¡Tu solicitud ha sido recibida con éxito!' }),
    ).toBeVisible()
    expect(requestsTo(request)[0]?.body).toEqual({ document: 1, comment: 'Para mi trabajo' })
  })

  test('a document request without a document shows what is missing and sends nothing', async () => {
    mockEndpoint(request, { documentRequestId: 9 })
    const { user } = await renderPage(`${page}?solicitar=true`, { as: 'patient' })
    const dialog = await screen.findByRole('dialog', { name: 'Solicitar documento' })
    await user.click(within(dialog).getByRole('button', { name: 'Solicitar documento' }))
    expect(await within(dialog).findByText('Selecciona Documento')).toBeVisible()
    expect(requestsTo(request)).toEqual([])
  })

  test('a failed document request says so, and the form keeps its input', async () => {
    mockEndpoint(request, new ApiError('tooMany'))
    const { user } = await renderPage(`${page}?solicitar=true`, { as: 'patient' })
    await choose(user, 'Documento', 'Certificado de atención')
    await user.type(screen.getByRole('textbox', { name: /Comentario/ }), 'Urgente')
    await submit(user)
    expect(
      await screen.findByRole('heading', { name: 'No ha sido posible solicitud el documento' }),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(await screen.findByRole('textbox', { name: /Comentario/ })).toHaveValue('Urgente')
  })

  test('a document request for a member shows the member’s name and sends the member’s id', async () => {
    mockEndpoint(request, { documentRequestId: 9 })
    mockEndpoint(peopleEndpoints.one, {
      data: buildPatient({ id: 8, first_name: 'Martina', last_name: 'Soto', second_name: 'Fuentes' }),
    })
    const { user } = await renderPage(`${page}?patient_id=8&from_family_group=true&solicitar=true`, {
      as: 'patient',
    })
    const member = await screen.findByRole('textbox', { name: 'Integrante del grupo familiar' })
    await expect.poll(() => member).toHaveValue('Martina Soto Fuentes')
    await choose(user, 'Documento', 'Certificado de atención')
    await submit(user)
    await screen.findByRole('heading', { name: '¡Tu solicitud ha sido recibida con éxito!' })
    expect(requestsTo(request)[0]?.body).toMatchObject({ family_member_id: 8 })
  })
})

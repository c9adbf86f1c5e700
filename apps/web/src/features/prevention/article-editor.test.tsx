import { preventionEndpoints } from '@mi-portal/contract/prevention'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildArticle } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const updatedAt = '2026-11-20T12:00:00.000Z'

beforeEach(() => {
  mockEndpoint(publishingEndpoints.draft, { draft: null })
  mockEndpoint(publishingEndpoints.storeDraft, { draft: { data: {}, updated_at: updatedAt } })
  mockEndpoint(publishingEndpoints.deleteDraft, {})
  mockEndpoint(preventionEndpoints.templates, { templates: [] })
  mockEndpoint(preventionEndpoints.one, { controlPrevention: buildArticle({ id: 5 }) })
})

const titleField = () => screen.findByRole('textbox', { name: 'Título' })

describe('the article editor', () => {
  test('the article editor shows what is missing, field by field', async () => {
    const { user } = await renderPage('/admin/control-prevencion/crear', { as: 'superAdmin' })
    await titleField()
    await user.type(screen.getByRole('textbox', { name: 'Edad hasta' }), '7a')
    await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
    const summary = within(await screen.findByRole('alert'))
    for (const message of [
      'Digita Título',
      'Digita Orden',
      'Digita Edad desde',
      'Digita solo números',
      'Selecciona Género',
      'Digita Descripción',
    ])
      expect(summary.getByText(message)).toBeVisible()
    await waitFor(() => expect(requestsTo(publishingEndpoints.storeDraft).length).toBeGreaterThan(0))
  })

  test('the article editor saves the changes with the version that was read, and says so', async () => {
    mockEndpoint(preventionEndpoints.edit, { controlPrevention: buildArticle() })
    const { user } = await renderPage('/admin/control-prevencion/editar/5', { as: 'superAdmin' })
    await user.clear(await titleField())
    await user.type(await titleField(), 'Otro título')
    await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
    expect(await screen.findByRole('heading', { name: '¡Actualización exitosa!' })).toBeVisible()
    expect(requestsTo(preventionEndpoints.edit)[0]?.body).toMatchObject({
      title: 'Otro título',
      from_age: 0,
      status: 'true',
      updated_at: updatedAt,
    })
    expect(requestsTo(publishingEndpoints.deleteDraft).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'VOLVER AL ADMINISTRADOR' })).toBeVisible()
  })

  test('the article editor continues with the last draft until it is discarded', async () => {
    mockEndpoint(publishingEndpoints.draft, { draft: { data: { title: 'A medias' }, updated_at: updatedAt } })
    const { user } = await renderPage('/admin/control-prevencion/editar/5', { as: 'superAdmin' })
    expect(await titleField()).toHaveValue('A medias')
    await user.click(screen.getByRole('button', { name: 'Descartar borrador' }))
    expect(await titleField()).toHaveValue('Tu corazón')
    await waitFor(() => expect(requestsTo(publishingEndpoints.deleteDraft)).toHaveLength(1))
  })
})

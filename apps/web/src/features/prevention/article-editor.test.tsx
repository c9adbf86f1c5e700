import { ApiError } from '@mi-portal/contract/api-error'
import { articleDraft, buttonOf, preventionEndpoints, readLayout } from '@mi-portal/contract/prevention'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildArticle } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

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
  test.each([
    ['/admin/control-prevencion/editar/5', 'Editar artículo'],
    ['/admin/anuncios/editar/3', 'Editar anuncio'],
  ])('the editor at %s shows its heading while it loads, and afterwards', async (address, title) => {
    let resolveDraft: (reply: { draft: null }) => void = () => undefined
    mockEndpoint(publishingEndpoints.draft, () => new Promise((resolve) => (resolveDraft = resolve)))
    await renderPortal(address, { as: 'superAdmin' })
    const heading = await screen.findByRole('heading', { level: 1, name: title })
    await waitFor(() => expect(requestsTo(publishingEndpoints.draft)).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'GUARDAR CAMBIOS' })).toBeNull()
    resolveDraft({ draft: null })
    expect(await screen.findByRole('button', { name: 'GUARDAR CAMBIOS' })).toBeVisible()
    expect(heading).toBeInTheDocument()
  })

  test('the article editor shows what is missing, field by field', async () => {
    const { user } = await renderPortal('/admin/control-prevencion/crear', { as: 'superAdmin' })
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

  test('a new article saved with its default button shows patients no button, because it has no address', async () => {
    mockEndpoint(preventionEndpoints.create, { controlPrevention: buildArticle() })
    const data = {
      title: 'Vacunas',
      order_control: '1',
      from_age: '0',
      to_age: '120',
      gender_id: '0',
      description: 'Campaña',
    }
    mockEndpoint(publishingEndpoints.draft, { draft: { data, updated_at: updatedAt } })
    const { user } = await renderPortal('/admin/control-prevencion/crear', { as: 'superAdmin' })
    expect(await titleField()).toHaveValue('Vacunas')
    expect(screen.getByRole('textbox', { name: /Texto del botón/ })).toHaveValue('Leer nota completa')
    await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
    await waitFor(() => expect(requestsTo(preventionEndpoints.create)).toHaveLength(1))
    const [sent] = requestsTo(preventionEndpoints.create)
    const { html } = articleDraft.parse(sent?.body)
    const layout = readLayout(html)
    expect(layout).toMatchObject({ postButtonText: 'Leer nota completa', postUrl: '#' })
    expect(layout && buttonOf(layout)).toBeNull()
  })

  test('the article editor saves the changes with the version that was read, and says so', async () => {
    mockEndpoint(preventionEndpoints.edit, { controlPrevention: buildArticle() })
    const { user } = await renderPortal('/admin/control-prevencion/editar/5', { as: 'superAdmin' })
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

  test('an article that changed meanwhile is not overwritten: the draft stays and the present content is offered', async () => {
    mockEndpoint(preventionEndpoints.edit, new ApiError('changedMeanwhile'))
    const { user } = await renderPortal('/admin/control-prevencion/editar/5', { as: 'superAdmin' })
    await user.type(await titleField(), '!')
    await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
    const title = await screen.findByText('No ha sido posible completar la actualización')
    // The dialog fades in.
    await waitFor(() => expect(title).toBeVisible())
    expect(screen.getByText(/Los datos cambiaron mientras los editabas/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Cargar los datos actuales' })).toBeVisible()
    expect(requestsTo(publishingEndpoints.deleteDraft)).toEqual([])
  })

  test('the article editor continues with the last draft until it is discarded', async () => {
    mockEndpoint(publishingEndpoints.draft, { draft: { data: { title: 'A medias' }, updated_at: updatedAt } })
    const { user } = await renderPortal('/admin/control-prevencion/editar/5', { as: 'superAdmin' })
    expect(await titleField()).toHaveValue('A medias')
    await user.click(screen.getByRole('button', { name: 'Descartar borrador' }))
    expect(await titleField()).toHaveValue('Tu corazón')
    await waitFor(() => expect(requestsTo(publishingEndpoints.deleteDraft)).toHaveLength(1))
  })

  test('the article editor previews the article, without its empty parts', async () => {
    const { user } = await renderPortal('/admin/control-prevencion/editar/5', { as: 'superAdmin' })
    const live = within(await screen.findByRole('region', { name: 'Vista previa en vivo' }))
    expect(live.getByRole('heading', { name: 'Tu corazón también se controla' })).toBeVisible()
    await user.clear(screen.getByRole('textbox', { name: /Título de la nota/ }))
    expect(live.queryByRole('heading', { name: 'Tu corazón también se controla' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Vista previa' }))
    expect(await screen.findByRole('region', { name: 'En el teléfono' })).toHaveTextContent('Tres números')
    expect(screen.getByRole('region', { name: 'En el escritorio' })).toBeVisible()
  })
})

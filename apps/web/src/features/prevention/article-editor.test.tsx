import { preventionEndpoints } from '@mi-portal/contract/prevention'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildArticle } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const updatedAt = '2026-11-20T12:00:00.000Z'

beforeEach(() => {
  mockEndpoint(publishingEndpoints.draft, { draft: null })
  mockEndpoint(publishingEndpoints.storeDraft, { draft: { data: {}, updated_at: updatedAt } })
  mockEndpoint(preventionEndpoints.templates, { templates: [] })
})

const titleField = () => screen.findByRole('textbox', { name: 'Título' })

test('the article editor continues with the last draft until it is discarded, and saves with the version that was read', async () => {
  mockEndpoint(publishingEndpoints.draft, { draft: { data: { title: 'A medias' }, updated_at: updatedAt } })
  mockEndpoint(publishingEndpoints.deleteDraft, {})
  mockEndpoint(preventionEndpoints.one, { controlPrevention: buildArticle({ id: 5 }) })
  mockEndpoint(preventionEndpoints.edit, { controlPrevention: buildArticle() })
  const { user } = await renderPage('/admin/control-prevencion/editar/5', { as: 'superAdmin' })
  expect(await titleField()).toHaveValue('A medias')
  await user.click(screen.getByRole('button', { name: 'Descartar borrador' }))
  expect(await titleField()).toHaveValue('Tu corazón')
  user.fill(await titleField(), 'Otro título')
  await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  expect(await screen.findByRole('heading', { name: '¡Actualización exitosa!' })).toBeVisible()
  const sent = { title: 'Otro título', from_age: 0, status: 'true', updated_at: updatedAt }
  expect(requestsTo(preventionEndpoints.edit)[0]?.body).toMatchObject(sent)
})

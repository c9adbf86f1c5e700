import { preventionEndpoints } from '@mi-portal/contract/prevention'
import { publishingEndpoints } from '@mi-portal/contract/publishing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { fill } from '../../../test/fill.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const updatedAt = '2026-11-20T12:00:00.000Z'

beforeEach(() => {
  mockEndpoint(publishingEndpoints.draft, { draft: null })
  mockEndpoint(publishingEndpoints.storeDraft, { draft: { data: {}, updated_at: updatedAt } })
  mockEndpoint(preventionEndpoints.templates, { templates: [] })
})

const titleField = () => screen.findByRole('textbox', { name: 'Título' })

test('the article editor shows what is missing, field by field', async () => {
  const { user } = await renderPage('/admin/control-prevencion/crear', { as: 'superAdmin' })
  await titleField()
  fill(screen.getByRole('textbox', { name: 'Edad hasta' }), '7a')
  await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  const summary = within(await screen.findByRole('alert'))
  for (const field of ['Título', 'Orden', 'Edad desde', 'solo números', 'Descripción'])
    expect(summary.getByText(`Digita ${field}`)).toBeVisible()
  expect(summary.getByText('Selecciona Género')).toBeVisible()
  await waitFor(() => expect(requestsTo(publishingEndpoints.storeDraft).length).toBeGreaterThan(0))
})

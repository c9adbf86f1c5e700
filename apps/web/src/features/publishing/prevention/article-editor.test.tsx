import { preventionEndpoints } from '@mi-portal/contract/publishing/prevention'
import { publishingEndpoints } from '@mi-portal/contract/publishing/publications'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildArticle } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

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

test('an article has a period in the time of Santiago and a day of review, which its preview shows to whom it is meant for', async () => {
  mockEndpoint(publishingEndpoints.deleteDraft, {})
  const article = buildArticle({ id: 5, from_age: 50, to_age: 75, shown_from: '2026-11-20T12:00:00.000Z' })
  mockEndpoint(preventionEndpoints.one, { controlPrevention: article })
  mockEndpoint(preventionEndpoints.edit, { controlPrevention: article })
  const { user } = await renderPage('/admin/control-prevencion/editar/5', { as: 'superAdmin' })
  expect(await screen.findByRole('textbox', { name: /^Se muestra desde/ })).toHaveValue('20/11/2026')
  expect(screen.getByLabelText('Hora de inicio')).toHaveValue('09:00')
  const until = screen.getByRole('textbox', { name: /^Se muestra hasta/ })
  user.fill(until, '19/11/2026')
  user.fill(screen.getByLabelText('Hora de término'), '09:00')
  await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  expect(until).toHaveAccessibleDescription(/El término debe ser posterior al comienzo/)
  user.fill(until, '31/12/2026')
  user.fill(screen.getByLabelText('Hora de término'), '23:59')
  user.fill(screen.getByRole('textbox', { name: /^Revisado el/ }), '15/11/2026')
  await user.click(screen.getByRole('tab', { name: 'Vista previa' }))
  expect(screen.getAllByText('Revisado el 15/11/2026')).toHaveLength(2)
  user.fill(screen.getByRole('textbox', { name: 'Ver como edad' }), '49')
  expect(await screen.findByText('Una persona de esa edad y ese género no la ve.')).toBeVisible()
  expect(screen.queryByText('Revisado el 15/11/2026')).not.toBeInTheDocument()
  user.fill(screen.getByRole('textbox', { name: 'Ver como edad' }), '50')
  expect(await screen.findAllByText('Revisado el 15/11/2026')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  expect(await screen.findByRole('heading', { name: '¡Actualización exitosa!' })).toBeVisible()
  expect(requestsTo(preventionEndpoints.edit)[0]?.body).toMatchObject({
    ...{ shown_from: '2026-11-20T12:00:00.000Z', shown_until: '2027-01-01T02:59:00.000Z' },
    reviewed_on: '2026-11-15',
  })
})

test('the preview of a new article shows the words that stand for title, text and button, and none of them is saved as its title or text', async () => {
  mockEndpoint(preventionEndpoints.create, { controlPrevention: buildArticle() })
  mockEndpoint(publishingEndpoints.deleteDraft, {})
  const { user } = await renderPage('/admin/control-prevencion/crear', { as: 'superAdmin' })
  const typed = {
    Título: 'Tu corazón',
    Orden: '1',
    'Edad desde': '0',
    'Edad hasta': '120',
    Descripción: 'Cuidados',
  }
  await titleField()
  for (const [name, text] of Object.entries(typed)) user.fill(screen.getByRole('textbox', { name }), text)
  await user.choose('Género', 'Todos')
  const preview = within(screen.getByRole('region', { name: 'Vista previa en vivo' }))
  for (const words of ['Titulo de la nota', 'Texto de la nota', 'Leer nota completa'])
    expect(preview.getByText(words)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))
  await screen.findByRole('heading', { name: '¡Creación exitosa!' })
  expect(requestsTo(preventionEndpoints.create)[0]?.body).toMatchObject({
    html: expect.stringMatching(/"postTitle":"","postText":""/),
  })
})

test('the list names an article whose period is over or has not begun', async () => {
  const page = { total: 2, page: 1, limit: 10 }
  mockEndpoint(preventionEndpoints.pages, {
    ...page,
    controlsPreventions: [
      buildArticle({ id: 5, title: 'Una', shown_until: '2026-11-24T12:00:00.000Z' }),
      buildArticle({ id: 6, title: 'Otra', shown_from: '2026-11-24T12:00:01.000Z' }),
    ],
  })
  await renderPage('/admin/control-prevencion', { as: 'superAdmin' })
  expect(await screen.findByRole('row', { name: /^Una .*Terminado El 24\/11\/2026, 09:00/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /^Otra .*Programado Desde el 24\/11\/2026, 09:00/ })).toBeVisible()
})

import { preventionEndpoints } from '@mi-portal/contract/prevention'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildArticle } from '../../../test/build.ts'
import { mockEndpoint } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/control-prevencion'

function show(...html: (string | object)[]) {
  mockEndpoint(preventionEndpoints.list, {
    controlsPreventions: html.map((layout, index) => buildArticle({ id: index + 1 }, layout)),
  })
}

describe('the articles on health checks and prevention', () => {
  test('an article shows its title, text and button', async () => {
    show({ postTitle: 'Cuida tu corazón', postText: 'Una vez al año', postUrl: '/dashboard/agenda' })
    const { user, path } = await renderPage(page, { as: 'patient' })
    const article = within(await screen.findByRole('article'))
    expect(article.getByRole('heading', { name: 'Cuida tu corazón' })).toBeVisible()
    expect(article.getByText('Una vez al año')).toBeVisible()
    await user.click(article.getByRole('link', { name: 'Leer nota completa' }))
    expect(path()).toBe('/dashboard/agenda')
  })

  test('an article omits its empty parts, and a button without text or address', async () => {
    show(
      { postTitle: '', postText: 'Solo texto', postImageUrl: '', postButtonText: '' },
      { postTitle: 'Sin destino', postButtonText: 'Leer', postUrl: '#' },
    )
    await renderPage(page, { as: 'patient' })
    const [first] = await screen.findAllByRole('article')
    expect(within(first ?? document.body).queryByRole('heading')).not.toBeInTheDocument()
    expect(document.querySelectorAll('article img')).toHaveLength(1)
    expect(screen.queryByRole('link', { name: /Leer/ })).not.toBeInTheDocument()
  })

  test.each([
    ['no JSON', '{'],
    ['an unknown width', { postWidth: 'giant' }],
    ['an address that would run', { postUrl: 'javascript:alert(1)' }],
    ['a picture in the clear', { postImageUrl: 'http://ejemplo.cl/a.png' }],
  ])('an article whose layout cannot be read is skipped: %s', async (_, layout) => {
    show(layout, { postTitle: 'La que sí' })
    await renderPage(page, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'La que sí' })).toBeVisible()
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })
})

import { preventionEndpoints } from '@mi-portal/contract/publishing/prevention'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildArticle } from '../../../../test/build.ts'
import { mockEndpoint } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const page = '/dashboard/control-prevencion'

function show(...html: (string | object)[]) {
  mockEndpoint(preventionEndpoints.list, {
    controlsPreventions: html.map((layout, index) => buildArticle({ id: index + 1 }, layout)),
  })
}

test('articles whose layout cannot be read are skipped: no JSON, an unknown width, an address that would run, an image in the clear; so are empty parts of others', async () => {
  show(
    '{',
    { postWidth: 'giant' },
    { postUrl: 'javascript:alert(1)' },
    { postImageUrl: 'http://ejemplo.cl/a.png' },
    { postTitle: 'La que sí', postImageUrl: '', postButtonText: 'Leer', postUrl: '#' },
  )
  await renderPage(page, { as: 'patient' })
  expect(await screen.findByRole('heading', { name: 'La que sí' })).toBeVisible()
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(document.querySelector('article img')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Leer' })).not.toBeInTheDocument()
})

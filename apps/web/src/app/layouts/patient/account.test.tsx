import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPortal } from '../../../../test/render-portal.tsx'

const list = () => screen.findByRole('navigation', { name: 'Mi cuenta' })

test('the four pages of the account stand beside the chosen one on wide screens', async () => {
  await renderPortal('/dashboard/perfil', { as: 'patient' })
  const links = within(await list()).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Mis datos',
    'Seguridad',
    'Avisos',
    'Privacidad',
  ])
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual([links[0]])
  expect(screen.getByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible()
})

test('on phones the account is a page with its four pages and the look of the portal, and they lead back to it', async () => {
  const plain = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...plain(query), matches: false }))
  const { user, path } = await renderPortal('/dashboard/perfil', { as: 'patient' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Mi perfil' })).not.toBeInTheDocument()
  expect(screen.getByRole('group', { name: 'Apariencia' })).toBeVisible()
  await user.click(within(await list()).getByRole('link', { name: 'Seguridad' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi seguridad' })).toBeVisible()
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Mi cuenta' }))
  expect(path()).toBe('/dashboard/perfil')
})

test('a user with a temporary password sees no page of the account except the new password', async () => {
  await renderPortal('/dashboard/perfil', { as: { temporary_key_status: true } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Mi cuenta' })).not.toBeInTheDocument()
})

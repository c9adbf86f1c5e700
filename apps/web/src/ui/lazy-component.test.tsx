import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a part whose script does not load leaves the page usable, and is shown after a retry', async () => {
  const load = vi
    .fn()
    .mockImplementationOnce(lost)
    .mockResolvedValue(() => <p>Formulario</p>)
  const Part = lazyComponent(load)
  render(
    <Suspense>
      <h1>Mis Exámenes</h1>
      <Part />
    </Suspense>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('No pudimos abrir esta parte de la página')
  expect(screen.getByRole('heading', { name: 'Mis Exámenes' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'REINTENTAR' }))
  expect(await screen.findByText('Formulario')).toBeVisible()
})

test('a dialog whose script does not load becomes a dialog that can be closed', async () => {
  const close = vi.fn()
  const load = vi.fn(lost)
  const Part = lazyComponent<{ onClose(): void }>(load)
  render(
    <Suspense>
      <Part onClose={close} />
    </Suspense>,
  )
  expect(
    await screen.findByRole('dialog', { name: 'No pudimos abrir esta parte de la página' }),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(close).toHaveBeenCalled()
  expect(load).toHaveBeenCalledTimes(1)
})

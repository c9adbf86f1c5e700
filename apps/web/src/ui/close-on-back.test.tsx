import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLayerHistory } from './close-on-back.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

/** A page with a dialog. The dialog opens a second dialog and has a link to another page. */
function Exams() {
  const [opened, setOpened] = useState<'viewer' | 'share' | 'sending' | null>(null)
  const [swapped, setSwapped] = useState(false)
  return (
    <>
      <h1>Exámenes</h1>
      <button type="button" onClick={() => setOpened('viewer')}>
        Ver
      </button>
      <Dialog opened={opened !== null} title="Perfil lipídico" onClose={() => setOpened(null)}>
        <button type="button" onClick={() => setOpened('share')}>
          Compartir
        </button>
        <button
          type="button"
          onClick={() => {
            setOpened(null)
            setSwapped(true)
          }}
        >
          Terminar
        </button>
        <Link to="/ayuda">Ayuda</Link>
      </Dialog>
      <ConfirmDialog
        opened={opened === 'share' || opened === 'sending'}
        title="¿Compartir?"
        confirm="Sí"
        loading={opened === 'sending'}
        onConfirm={() => setOpened('sending')}
        onClose={() => setOpened('viewer')}
      />
      <Dialog opened={swapped} title="Listo" onClose={() => setSwapped(false)} />
    </>
  )
}

async function openExams() {
  const root = createRootRoute({ component: Outlet })
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const routeTree = root.addChildren([
    page('/inicio', () => <h1>Inicio</h1>),
    page('/examenes', Exams),
    page('/ayuda', () => <h1>Ayuda</h1>),
  ])
  const memory = createMemoryHistory({ initialEntries: ['/inicio', '/examenes'] })
  const { go } = memory
  // As in a browser, the entry changes some time after the step was requested.
  memory.go = (steps) => setTimeout(() => go(steps))
  const history = createLayerHistory(memory)
  const router = createRouter({ routeTree, history })
  render(<RouterProvider router={router} />)
  await act(() => router.load())
  // Longer than a layer has time to disappear.
  const waitForTraversal = () => act(() => vi.advanceTimersByTimeAsync(150))
  return {
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
    path: () => history.location.href,
    back: async () => {
      act(() => history.back())
      await waitForTraversal()
    },
    forward: async () => {
      act(() => history.forward())
      await waitForTraversal()
    },
    /** Uses the history without giving anything else time in between. */
    quickly: (use: (history: RouterHistory) => void) => act(() => use(history)),
    waitForTraversal,
  }
}

beforeEach(() => {
  // The testing library waits for timers too, so they also advance by themselves.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

const dialogs = () => screen.queryAllByRole('dialog').length
const click = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))

test('Back closes an open dialog and stays on the page; the next Back leaves the page', async () => {
  const { user, back, path } = await openExams()
  await click(user, 'Ver')
  expect(dialogs()).toBe(1)
  await back()
  expect(dialogs()).toBe(0)
  expect(path()).toBe('/examenes')
  await back()
  expect(path()).toBe('/inicio')
})

test('a dialog closed with its button leaves no history entry for Back', async () => {
  const { user, back, path, waitForTraversal } = await openExams()
  await click(user, 'Ver')
  await click(user, 'Cerrar')
  await waitForTraversal()
  await back()
  expect(path()).toBe('/inicio')
})

test('after a link in a dialog, one Back returns to the page below the dialog', async () => {
  const { user, back, path, waitForTraversal } = await openExams()
  await click(user, 'Ver')
  await click(user, 'Compartir')
  await user.click(screen.getByRole('link', { name: 'Ayuda', hidden: true }))
  await waitForTraversal()
  expect(path()).toBe('/ayuda')
  await back()
  expect(path()).toBe('/examenes')
  expect(dialogs()).toBe(0)
  await back()
  expect(path()).toBe('/inicio')
})

test('Back neither closes a dialog nor leaves the page while the confirmed action is in progress', async () => {
  const { user, back, path } = await openExams()
  await click(user, 'Ver')
  await click(user, 'Compartir')
  await click(user, 'Sí')
  await back()
  expect(path()).toBe('/examenes')
  expect(screen.getAllByRole('dialog').map((dialog) => dialog.textContent)).toHaveLength(2)
})

import { Outlet } from '@tanstack/react-router'
import { SkipLink } from '../../../ui/skip-link.tsx'
import { CallQuestions } from '../session/call-questions.tsx'

/** The layout of the image viewer: it fills the window, on a dark ground in both schemes. */
export function ImageViewerLayout() {
  return (
    <>
      <SkipLink />
      <main id="contenido" tabIndex={-1} className="always-dark min-h-dvh bg-page text-body">
        <Outlet />
      </main>
      <CallQuestions />
    </>
  )
}

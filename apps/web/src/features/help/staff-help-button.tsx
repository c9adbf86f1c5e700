/** Opens the help of staff, whose texts are loaded when it is pressed. */
import { IconHelpCircle } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const StaffHelpPanel = lazyComponent(async () => (await import('./staff-help-panel.tsx')).StaffHelpPanel)

export function StaffHelpButton() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        className="plain-button flex min-h-11 items-center gap-2 rounded-md px-3 font-strong text-strong"
        onClick={() => setOpened(true)}
      >
        <IconHelpCircle size={22} stroke={1.75} aria-hidden />
        Ayuda
      </button>
      {opened && (
        <Suspense>
          <StaffHelpPanel onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

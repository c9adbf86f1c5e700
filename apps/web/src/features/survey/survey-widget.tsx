/** The survey on the patient's pages: a button that opens a small form, which is loaded on demand. */
import { IconMessageHeart } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import classes from './survey-widget.module.css'

const SurveyForm = lazyComponent(async () => (await import('./survey-form.tsx')).SurveyForm)
const ResultDialog = lazyComponent(async () => (await import('../../ui/result-dialog.tsx')).ResultDialog)

type Step = 'closed' | 'asking' | 'thanked'

/** `edge`: floats at the edge of a wide page. `menu`: an entry of the menu on phones, where it covers nothing. */
export function SurveyWidget({ place }: { place: 'edge' | 'menu' }) {
  const user = useCurrentUser()
  const wide = useWideScreen()
  const [step, setStep] = useState<Step>('closed')
  if (!user || (place === 'edge' && !wide)) return null
  const close = () => setStep('closed')
  return (
    <>
      <button
        type="button"
        className={place === 'edge' ? classes.open : classes.line}
        onClick={() => setStep('asking')}
      >
        <IconMessageHeart size={22} stroke={1.75} aria-hidden />
        <span>Tu opinión</span>
      </button>
      <Suspense>
        {step === 'asking' && (
          <SurveyForm ownId={user.id} onClose={close} onDone={() => setStep('thanked')} />
        )}
        {step === 'thanked' && (
          <ResultDialog opened kind="success" title="¡Gracias por tu opinión!" onClose={close}>
            Tu comentario nos ayuda a mejorar el portal.
          </ResultDialog>
        )}
      </Suspense>
    </>
  )
}

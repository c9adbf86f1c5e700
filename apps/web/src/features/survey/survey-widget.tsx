/** The survey that floats over the patient's pages: a button that opens a small form, fetched when it is asked for. */
import { IconMessageHeart } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import classes from './survey-widget.module.css'

const SurveyForm = lazy(async () => ({ default: (await import('./survey-form.tsx')).SurveyForm }))
const ResultDialog = lazy(async () => ({
  default: (await import('../../ui/result-dialog.tsx')).ResultDialog,
}))

type Step = 'closed' | 'asking' | 'thanked'

export function SurveyWidget() {
  const user = useCurrentUser()
  const [step, setStep] = useState<Step>('closed')
  if (!user) return null
  const close = () => setStep('closed')
  return (
    <>
      <button type="button" className={classes.open} onClick={() => setStep('asking')}>
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

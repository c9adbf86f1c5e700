/** The survey on the patient's pages: a button that opens a small form, which is loaded on demand. */
import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const SurveyForm = lazyComponent(async () => (await import('./survey-form.tsx')).SurveyForm)
const ResultDialog = lazyComponent(async () => (await import('../../ui/result-dialog.tsx')).ResultDialog)

type Step = 'closed' | 'asking' | 'thanked'

export function SurveyWidget({ className }: { className: string }) {
  const user = useCurrentUser()
  const [step, setStep] = useState<Step>('closed')
  if (!user) return null
  const close = () => setStep('closed')
  return (
    <>
      <button type="button" className={className} onClick={() => setStep('asking')}>
        <IconMoodSmile size={22} stroke={1.75} aria-hidden />
        Tu opinión
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

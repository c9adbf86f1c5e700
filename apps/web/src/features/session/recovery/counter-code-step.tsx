/** The step of a sign-in in which a person without their phone types the code that the clinic gave them in person. */
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useSend } from '../../../ui/form/use-send.ts'
import { resetAtSignIn } from './counter-code.queries.ts'
import { CounterCodeForm } from './counter-code-form.tsx'

interface CounterCodeStepProps {
  challenge: string
  /** Returns to the code of the phone. */
  onBack(): void
  /** Returns to the sign-in form. */
  onRemoved(): void
}

export function CounterCodeStep({ challenge, onBack, onRemoved }: CounterCodeStepProps) {
  const [isRemoved, setIsRemoved] = useState(false)
  const reset = useSend((code: string) => resetAtSignIn(challenge, code))

  if (isRemoved) return <Removed onSignIn={onRemoved} />
  return (
    <div className="grid gap-4">
      <div>
        <h1>¿Perdiste tu teléfono?</h1>
        <p className="mt-2 text-muted">
          Si no tienes tu teléfono ni tus códigos de recuperación, ven a la clínica con tu documento de
          identidad. En el mesón te darán un código para quitar el código extra.
        </p>
      </div>
      <CounterCodeForm save={reset} onSent={() => setIsRemoved(true)}>
        <Button variant="subtle" fullWidth disabled={reset.isPending} onClick={onBack}>
          Volver
        </Button>
      </CounterCodeForm>
    </div>
  )
}

function Removed({ onSignIn }: { onSignIn(): void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <div role="status">
        <h1 ref={heading} tabIndex={-1}>
          Quitamos tu código extra
        </h1>
        <p className="mt-2 text-muted">
          Inicia sesión con tu contraseña. Después, vuelve a proteger tu cuenta con tu nuevo teléfono.
        </p>
      </div>
      <Button fullWidth onClick={onSignIn}>
        INICIAR SESIÓN
      </Button>
    </div>
  )
}

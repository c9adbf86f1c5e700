import type { ButtonHTMLAttributes, ComponentType } from 'react'
import { Button } from '../../../ui/button.tsx'

interface ToolButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
}

/** What can be done with an appointment besides changing it. */
export function ToolButton({ icon: Icon, ...button }: ToolButtonProps) {
  return (
    <Button {...button} size="xs" variant="text" leftSection={<Icon size={20} stroke={1.75} aria-hidden />} />
  )
}

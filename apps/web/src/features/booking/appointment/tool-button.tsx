import type { ButtonHTMLAttributes, ComponentType } from 'react'
import classes from './tool-button.module.css'

interface ToolButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'> {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
}

/** A button that looks like a link with an icon: what can be done with an appointment besides changing it. */
export function ToolButton({ icon: Icon, children, ...button }: ToolButtonProps) {
  return (
    <button type="button" className={classes.button} {...button}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {children}
    </button>
  )
}

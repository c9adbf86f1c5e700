/** A slot at the right end of the page header, into which a page renders the user's progress. */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'

const SlotContext = createContext<HTMLElement | null>(null)

/** Provides the slot to the pages below; `header` receives the element to render in the header. */
export function HeaderSlot(props: {
  header(slot: ReactNode): ReactNode
  children: ReactNode
  className: string | undefined
}) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <SlotContext.Provider value={slot}>
      {props.header(<div ref={setSlot} className={props.className} />)}
      {props.children}
    </SlotContext.Provider>
  )
}

/** Renders its children into the slot of the header. */
export function HeaderContent({ children }: { children: ReactNode }) {
  const slot = useContext(SlotContext)
  return slot && createPortal(children, slot)
}

import { useEffect, useState } from 'react'

/** Returns a value once it has not changed for some milliseconds. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, ms, () => value)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

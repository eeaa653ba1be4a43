import { useLayoutEffect, useRef } from 'preact/hooks'

/** A stream's picture; its sound is the engine's matter. */
export function MovingPicture(props: { stream: MediaStream; name: string; class: string }) {
  const videoRef = useRef<HTMLVideoElement>(null)
  const { stream } = props
  useLayoutEffect(() => {
    if (videoRef.current) videoRef.current.srcObject = stream
  }, [stream])
  return <video ref={videoRef} class={props.class} aria-label={props.name} muted autoplay playsInline />
}

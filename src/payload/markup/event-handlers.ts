/**
 * The names of event handler content attributes (HTML 8.1.8.1), without `on`: those of HTML, SVG, Pointer and Touch
 * Events and the other standards, and further ones of Chromium and Firefox. test/attack/handlers.test.ts compares the
 * list with both browsers, so that no new handler is missed.
 */
const names = new Set(
  (
    'abort afterprint afterscriptexecute animationcancel animationend animationiteration animationstart ' +
    'appinstalled auxclick beforecopy beforecut beforeinput beforeinstallprompt beforematch beforepaste ' +
    'beforeprint beforescriptexecute beforetoggle beforeunload beforexrselect begin blur bounce cancel canplay ' +
    'canplaythrough change click close command contentvisibilityautostatechange contextlost contextmenu ' +
    'contextrestored copy cuechange cut dblclick devicemotion deviceorientation deviceorientationabsolute drag ' +
    'dragend dragenter dragexit dragleave dragover dragstart drop durationchange emptied encrypted end ended ' +
    'enterpictureinpicture error finish focus focusin focusout formdata fullscreenchange fullscreenerror ' +
    'gamepadconnected gamepaddisconnected gotpointercapture hashchange input interest invalid keydown keypress ' +
    'keyup languagechange leavepictureinpicture load loadeddata loadedmetadata loadend loadstart location ' +
    'loseinterest lostpointercapture message messageerror mousedown mouseenter mouseleave mouselongtap mousemove ' +
    'mouseout mouseover mouseup mousewheel mozfullscreenchange mozfullscreenerror mozorientationchange ' +
    'mozpointerlockchange mozpointerlockerror offline online orientationchange overscroll pagehide pagereveal ' +
    'pageshow pageswap paste pause play playing pointercancel pointerdown pointerenter pointerleave pointermove ' +
    'pointerout pointerover pointerrawupdate pointerup popstate progress promptaction promptdismiss ratechange ' +
    'rejectionhandled repeat reset resize rtctransform scroll scrollend scrollsnapchange scrollsnapchanging ' +
    'search securitypolicyviolation seeked seeking select selectionchange selectstart show slotchange snapchanged ' +
    'stalled start storage stream submit suspend timeupdate timezonechange toggle touchcancel touchend touchmove ' +
    'touchstart track transitioncancel transitionend transitionrun transitionstart unhandledrejection unload ' +
    'validationstatuschange volumechange waiting waitingforkey webkitanimationend webkitanimationiteration ' +
    'webkitanimationstart webkitfullscreenchange webkitfullscreenerror webkittransitionend wheel zoom'
  ).split(' '),
);
/** Firefox's names with capital letters, which are possible only in XML: HTML lowercases names. */
const namesInXml = new Set(
  (
    'DOMActivate DOMAttrModified DOMCharacterDataModified DOMFocusIn DOMFocusOut DOMMouseScroll DOMNodeInserted ' +
    'DOMNodeInsertedIntoDocument DOMNodeRemoved DOMNodeRemovedFromDocument DOMSubtreeModified MozMousePixelScroll ' +
    'webkitAnimationEnd webkitAnimationIteration webkitAnimationStart webkitTransitionEnd'
  ).split(' '),
);

/**
 * Whether an attribute is an event handler.
 *
 * @param name an attribute's name, as the parser returns it
 */
export function isEventHandler(name: string): boolean {
  const event = name.slice(2);
  return name.startsWith('on') && (names.has(event) || namesInXml.has(event));
}

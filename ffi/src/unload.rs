//! What is done when the library is unloaded: everything that was kept is let go, so that nothing stays behind.

/// Called by the loader.
#[cfg(unix)]
extern "C" fn unload() {
    let _ = std::panic::catch_unwind(eagles::kept::let_go);
}

#[cfg(all(unix, not(target_vendor = "apple")))]
#[used]
// SAFETY: the section holds pointers to functions that take nothing, which the loader calls once; this is one.
#[unsafe(link_section = ".fini_array")]
static UNLOAD: extern "C" fn() = unload;

#[cfg(target_vendor = "apple")]
#[used]
// SAFETY: as above.
#[unsafe(link_section = "__DATA,__mod_term_func")]
static UNLOAD: extern "C" fn() = unload;
